"""How a virtual machine's end is heard."""

from __future__ import annotations

import os

from tests.vm.machine import listen, start


def test_a_machine_that_has_ended_before_it_is_listened_to_says_how() -> None:
    machine = start(["sh", "-c", "echo 'The command ended with 3.'"])
    os.waitid(os.P_PID, machine.pid, os.WEXITED | os.WNOWAIT)
    lines: list[str] = []
    assert listen(machine, 60.0, lines.append) == 3
    assert lines == ["The command ended with 3."]
