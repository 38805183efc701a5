"""How near the chip has come to its limits since it started."""

import gc

from micropython import stack_use


class Load:
    """The longest tick, the deepest stack and the least free memory so far."""

    def __init__(self):
        self._longest_tick_us = 0
        self._deepest_stack_bytes = 0
        gc.collect()
        self._least_heap_bytes = gc.mem_free()

    def ticked(self, took_us):
        """Take note of a tick at its end. The stack has what it interrupted on it, too."""
        if took_us > self._longest_tick_us:
            self._longest_tick_us = took_us
        depth_bytes = stack_use()
        if depth_bytes > self._deepest_stack_bytes:
            self._deepest_stack_bytes = depth_bytes

    def collected(self):
        """Take note of the free memory, right after a collection: what is left is in use."""
        free_bytes = gc.mem_free()
        if free_bytes < self._least_heap_bytes:
            self._least_heap_bytes = free_bytes

    def members(self):
        """The members of ``hardware.launcher.ChipLoad``."""
        return {
            "longest_tick_us": self._longest_tick_us,
            "deepest_stack_bytes": self._deepest_stack_bytes,
            "least_heap_bytes": self._least_heap_bytes,
        }
