"""A microcontroller's pins and timers as the test moves them: interrupts under a locked heap."""

import micropython


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    IRQ_RISING, IRQ_FALLING = 1, 2
    levels = {}
    handlers = {}
    rises = {}
    first = []

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        if mode == Pin.OUT:
            Pin.first.append((number, value))
            Pin.levels[number] = value
            Pin.rises[number] = 0

    def value(self, level=None):
        if level is None:
            return Pin.levels.get(self.number, 1)
        if level and not Pin.levels[self.number]:
            Pin.rises[self.number] += 1
        Pin.levels[self.number] = level

    def irq(self, handler, trigger, hard):
        assert hard and trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
        Pin.handlers[self.number] = handler


class PWM:
    def __init__(self, pin):
        self._number = pin.number

    def freq(self, hz):
        assert hz >= 8

    def duty_u16(self, duty):
        Pin.levels[self._number] = duty


class Timer:
    PERIODIC = 1
    callback = None
    period_us = 0

    def __init__(self, number):
        assert number == -1

    def init(self, freq, mode, callback, hard):
        assert hard and mode == Timer.PERIODIC
        Timer.callback = callback
        Timer.period_us = 1000000 // freq


class WDT:
    fed = 0

    def __init__(self, timeout):
        assert timeout <= 8388

    def feed(self):
        WDT.fed += 1


masked = 0


def disable_irq():
    global masked
    masked += 1
    return masked - 1


def enable_irq(state):
    global masked
    masked = state


def interrupt(handler, given):
    """Interrupt the program: nothing may be allocated meanwhile."""
    assert not masked
    micropython.heap_lock()
    try:
        handler(given)
    finally:
        micropython.heap_unlock()


def edge(number, level):
    Pin.levels[number] = level
    if number in Pin.handlers:
        interrupt(Pin.handlers[number], None)
