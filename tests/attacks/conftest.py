"""What the attacks share: a referee as a process."""

from tests.controller.conftest import house as house
