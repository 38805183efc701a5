"""The messages of the wire: which requests there are, and how records and faults are written.

Runs on MicroPython too.
"""

from hardware.portable.settings import FULL_PCT, LOWEST_PCT

MAX_NUMBER = (1 << 30) - 1
"""The largest number that MicroPython holds without allocating, and the range of its ticks."""

FAULTS = (
    "EMPTY",
    "SLIP",
    "JAM",
    "COVER_OPEN",
    "SENSOR_BLOCKED",
    "SENSOR_DEAD",
    "LINK_LOST",
    "OVERRUN",
    "MOTOR_FAULT",
)
"""The names of the bits of ``hardware.portable.faults``, lowest first."""

REQUESTS = {
    "hello": (("protocol", 0, MAX_NUMBER),),
    "arm": (("hit", 1, MAX_NUMBER), ("count", 0, 12)),
    "disarm": (),
    "eject": (("count", 1, 12),),
    "result": (("hit", -MAX_NUMBER, MAX_NUMBER),),
    "clear": (),
    "trace": (("on", False, True),),
    "tare": (),
    "weigh": (),
    "reading": (),
    "ding": (),
    "lamp": (("on", False, True),),
    "suspense": (("level", 0, 4),),
    "face": (("seat", 0, 9),),
    "keep": (("on", False, True),),
    "safe_off": (),
    "beat": (),
    "ack": (("event", 0, MAX_NUMBER),),
    "bye": (),
}
"""Every request with its members and the lowest and highest value of each."""

OPTIONAL = {"arm": ("presses", 0, MAX_NUMBER), "eject": ("duty_pct", LOWEST_PCT, FULL_PCT)}
"""A member that a request may leave out; ``read`` returns it last, or None."""

FOR_ONE_BOOT = ("arm", "eject", "ack")
"""Requests that also name the boot that they are meant for: in another boot they would do harm."""


class WireRefusal(Exception):
    """A request that gets an error for an answer: a code for programs, a sentence for people.

    ``more`` members go into the answer beside them.
    """

    def __init__(self, code, sentence, more=None):
        super().__init__(sentence)
        self.code = code
        self.more = more or {}


def error(refused, number):
    """Return the answer to a request that was refused."""
    answer = {"to": number, "error": refused.code, "sentence": str(refused)}
    answer.update(refused.more)
    return answer


def read(message):
    """Return the name of a request and its members, in order."""
    do = message.get("do")
    members = REQUESTS.get(do) if isinstance(do, str) else None
    if members is None:
        raise WireRefusal(
            "unknown", "A launcher knows these requests: " + ", ".join(REQUESTS) + "."
        )
    values = []
    for name, low, high in members:
        value = message.get(name)
        if not is_in(value, low, high):
            kind = "true or false" if low is False else f"a whole number from {low} to {high}"
            raise WireRefusal("bad_member", f"{do} needs {name}: {kind}.")
        values.append(value)
    if do in OPTIONAL:
        values.append(_optional(do, message))
    if do in FOR_ONE_BOOT and not isinstance(message.get("boot"), str):
        raise WireRefusal("bad_member", f"{do} needs boot: the word that the answer to hello gave.")
    return do, values


def _optional(do, message):
    name, low, high = OPTIONAL[do]
    value = message.get(name)
    if value is not None and not is_in(value, low, high):
        kind = f"a whole number from {low} to {high}"
        raise WireRefusal("bad_member", f"{do} may have {name}: {kind}.")
    return value


def is_in(value, low, high):
    """Whether a value is of the type of ``low``, and from ``low`` to ``high``."""
    # A bool is an int, and no number.
    return type(value) is type(low) and low <= value <= high


def fault_names(mask):
    """Return the names of the bits that are set."""
    return [name for place, name in enumerate(FAULTS) if mask >> place & 1]


def result(record):
    """Return a record as the members of ``hardware.launcher.HitResult``."""
    return {
        "hit": record.hit,
        "requested": record.requested,
        "delivered": record.delivered,
        "complete": record.complete,
        "uncertain": record.uncertain,
        "sticking": record.sticking,
        "fault": fault_names(record.fault)[0] if record.fault else None,
        "card_times_ms": list(record.card_times_ms),
    }
