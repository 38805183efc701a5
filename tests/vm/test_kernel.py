"""Which packages the virtual machine's kernel is built from."""

from __future__ import annotations

from tests.vm.kernel import dependencies

HEADERS = (
    "linux-headers-6.1.0-56-common (= 6.1.192-2), linux-kbuild-6.1 (>= 6.1.192-2), "
    "linux-compiler-gcc-12-x86"
)
"""What Debian's linux-headers-6.1.0-56-amd64 depends on."""


def test_only_a_version_that_is_wanted_exactly_is_asked_for() -> None:
    assert dependencies(HEADERS, "linux-headers-", "linux-kbuild-") == {
        "linux-headers-6.1.0-56-common": "6.1.192-2",
        "linux-kbuild-6.1": None,
    }
