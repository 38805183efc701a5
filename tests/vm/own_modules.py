"""Modules that Debian has as source only, and our own.

gpio-sim; i2c-gpio, and a device for it on two lines; v4l2loopback, a camera that shows what it is
given.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.vm.building import CannotBuild, run

GPIO_SIM = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
I2C_GPIO = "drivers/i2c/busses/i2c-gpio.c"
I2C_LINES = Path(__file__).with_name("i2c_lines.c")
LOOPBACK_PACKAGE = "v4l2loopback-dkms"
KBUILD = """obj-m := gpio-sim.o
gpio-sim-y := gpio-sim-main.o irq_sim.o
"""
MORE = "obj-m += i2c-gpio.o i2c_lines.o v4l2loopback.o\n"
# What a module may not call, for what it may.
NOT_EXPORTED = ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)")
# The simulated chip knows one level for each line. On a real one a pull-up is weaker than the
# switch or sensor that is wired to the pin; here claiming the pin would overrule them.
PULLED_UP = ("return gpio_sim_apply_pull(chip, offset, 1);", "return 0;")
# There a line that nobody drives any more keeps its level. On a real chip the pull moves it, and
# the wires of an I2C bus are only ever driven low.
RELEASED = (
    "__set_bit(offset, chip->direction_map);",
    "__set_bit(offset, chip->direction_map);\n"
    "\t__assign_bit(offset, chip->value_map, test_bit(offset, chip->pull_map));",
)


def build(aside: Path, system: Path, release: str) -> None:
    """Build them in a folder for a kernel below ``system``, and put them beside its modules."""
    sources = system / "usr" / "src"
    headers = sources / f"linux-headers-{release}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src", str(sources)))
    (archive,) = sources.glob("linux-source-*.tar.xz")
    (loopback,) = sources.glob("v4l2loopback-*")
    folder = aside / "modules"
    gpio_sim_sources(archive, folder, PULLED_UP, RELEASED)
    with _taken_from(archive, aside, (I2C_GPIO,)) as (bus,):
        bus.rename(folder / bus.name)
    for source in (I2C_LINES, *loopback.glob("v4l2loopback*.[ch]")):
        shutil.copy(source, folder)
    with (folder / "Kbuild").open("a") as kbuild:
        kbuild.write(MORE)
    run("make", "-C", str(headers), f"M={folder}", "modules")
    for module in folder.glob("*.ko"):
        module.rename(system / "lib" / "modules" / release / module.name)


def gpio_sim_sources(archive: Path, folder: Path, *changes: tuple[str, str]) -> None:
    """Put what gpio-sim is built from into a new folder: out of the kernel's sources, changed."""
    folder.mkdir()
    with _taken_from(archive, folder.parent, GPIO_SIM) as (sim, internal, irq):
        (folder / "Kbuild").write_text(KBUILD)
        (folder / "gpio-sim-main.c").write_text(_changed(sim, *changes))
        (folder / "irq_sim.c").write_text(_changed(irq, NOT_EXPORTED))
        internal.rename(folder / internal.name)


@contextmanager
def _taken_from(archive: Path, beside: Path, files: tuple[str, ...]) -> Iterator[list[Path]]:
    """These files of the kernel's sources, until the block ends."""
    top = archive.name.removesuffix(".tar.xz")
    with tempfile.TemporaryDirectory(dir=beside) as aside:
        run("tar", "-xJf", str(archive), *(f"{top}/{file}" for file in files), cwd=Path(aside))
        yield [Path(aside) / top / file for file in files]


def _changed(source: Path, *changes: tuple[str, str]) -> str:
    text = source.read_text()
    for old, new in changes:
        if old not in text:
            raise CannotBuild(
                f"This kernel's {source.name} is another one than is known: mend {__name__}."
            )
        text = text.replace(old, new)
    return text
