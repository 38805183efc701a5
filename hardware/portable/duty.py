"""A motor that gets less than its full duty: what then takes longer.

The speed of a small brushed motor is taken to be in proportion to its duty. Friction makes it a
little slower than that, and the loop learns the rest from the cards (`hardware/portable/pace.py`).
"""

LOWEST_PCT = 50
FULL_PCT = 100

AT_FEED_SPEED = (
    "card_us",
    "late_first_us",
    "late_next_us",
    "overrun_us",
    "no_card_us",
    "jam_us",
    "retract_us",
    "retract_more_us",
    "retract_max_us",
)


def changed(settings, pct):
    slower = {"feed_pct": pct}
    if settings.retract_pct:
        slower["retract_pct"] = pct
    for name in AT_FEED_SPEED:
        slower[name] = getattr(settings, name) * settings.feed_pct // pct
    return slower
