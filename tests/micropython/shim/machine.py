"""A microcontroller's pins and timers as the test moves them: interrupts under a locked heap."""

import micropython


def reading(number):
    """A test puts its own here: reading a pin takes time, and something may happen then."""


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 2, 3
    IRQ_RISING, IRQ_FALLING = 1, 2
    levels = {}
    irqs = {}
    rises = {}
    risen = {}
    """By its number, what hears each rise of an output."""
    first = []

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self.open = 0 if pull == Pin.PULL_DOWN else 1
        if mode == Pin.OUT:
            Pin.first.append((number, value))
            Pin.levels[number] = value
            Pin.rises[number] = 0

    def value(self, level=None):
        if level is None:
            reading(self.number)
            return Pin.levels.get(self.number, self.open)
        if level and not Pin.levels[self.number]:
            Pin.rises[self.number] += 1
            if self.number in Pin.risen:
                Pin.risen[self.number]()
        Pin.levels[self.number] = level

    def irq(self, handler=None, trigger=0, hard=False):
        irq = Pin.irqs.setdefault(self.number, Irq())
        if handler is not None:
            assert hard and trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
            irq.handler = handler
        return irq


class Irq:
    """A pin's interrupt. It waits while another handler runs, as those of a Pico do."""

    def __init__(self):
        self.handler = None
        self.waiting = 0
        self._flags = 0

    def flags(self):
        return self._flags

    def run(self):
        self._flags = self.waiting
        self.waiting = 0
        interrupt(self.handler, None)


class PWM:
    def __init__(self, pin):
        self._number = pin.number

    def freq(self, hz):
        assert hz >= 8

    def duty_u16(self, duty):
        Pin.levels[self._number] = duty


class SoftI2C:
    chip = None
    """What is on the bus; None: nothing."""

    def __init__(self, scl, sda, freq, timeout):
        assert scl.number != sda.number and freq <= 400000 and timeout <= 5000

    def readfrom_mem_into(self, address, register, into):
        self._there(address).read(register, into)

    def writeto_mem(self, address, register, data):
        self._there(address).write(register, data[0])

    def _there(self, address):
        if SoftI2C.chip is None or SoftI2C.chip.address != address:
            raise OSError(19)
        return SoftI2C.chip


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
interrupted = False


def disable_irq():
    global masked
    masked += 1
    return masked - 1


def enable_irq(state):
    global masked
    masked = state
    _run_waiting()


def interrupt(handler, given):
    """Interrupt the program: nothing may be allocated meanwhile."""
    global interrupted
    assert not masked and not interrupted
    interrupted = True
    micropython.heap_lock()
    try:
        handler(given)
    finally:
        micropython.heap_unlock()
        interrupted = False
    _run_waiting()


def edge(number, level):
    """Change a pin's level from outside; its interrupt comes when one can come."""
    before = Pin.levels.get(number, 1)
    Pin.levels[number] = level
    if number in Pin.irqs and level != before:
        Pin.irqs[number].waiting |= Pin.IRQ_RISING if level else Pin.IRQ_FALLING
        _run_waiting()


def _run_waiting():
    if masked or interrupted:
        return
    for irq in Pin.irqs.values():
        if irq.waiting and irq.handler:
            irq.run()
