"""The settings of a launcher and of its scale: integers, with their units in their names.

Travel is given as the time that it takes at feed speed. A calibration can measure that with the
one sensor there is, and needs no length in millimetres. The defaults belong to the simulated
mechanism (`hardware/mechanism/parameters.py`), which says where its figures come from.

The speed of a small brushed motor is taken to be in proportion to its duty. Friction makes it a
little slower than that, and the loop learns the rest from the cards: `hardware/portable/travel.py`.
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

COUNT_BITS = 4


class Settings:
    # the motor, and what `limits` lets through to it
    feed_pct = 100
    retract_pct = 100
    max_duty_pct = 100
    max_on_us = 8_000_000
    cooldown_us = 2_000_000
    reverse_dead_us = 30_000
    spin_up_us = 60_000

    # the card sensor
    card_us = 89_000
    one_card_max_pct = 120
    more_cards_tolerance_pct = 30
    chatter_max_pct = 25
    whole_card_pct = 92
    dip_us = 6_000
    gone_tolerance_pct = 10
    overrun_us = 4_500
    late_first_us = 33_000
    late_next_us = 11_000

    # 1: strict counting
    strict = 0

    # the eject loop
    no_card_us = 400_000
    jam_us = 290_000
    attempts = 3
    brake_us = 50_000
    retract_us = 110_000
    retract_more_us = 50_000
    retract_max_us = 230_000
    settle_us = 150_000

    # the caller's lease
    lease_us = 250_000
    armed_lease_us = 2_000_000
    finish_bound_us = 400_000

    # the button
    release_us = 20_000
    noisy_press_us = 1_000

    # the motor driver's fault output
    motor_fault_us = 500

    def __init__(self, **changes):
        self.change(changes)

    def change(self, changes):
        for name in changes:
            if not hasattr(Settings, name):
                raise AttributeError("A launcher has no setting named " + name + ".")
            setattr(self, name, changes[name])


def at_duty(settings, pct):
    slower = {"feed_pct": pct}
    if settings.retract_pct:
        slower["retract_pct"] = pct
    for name in AT_FEED_SPEED:
        slower[name] = getattr(settings, name) * settings.feed_pct // pct
    return slower


class ScaleSettings:
    def __init__(
        self,
        counts_per_kg=429_497,
        card_mg=1_800,
        noise_mg=170,
        card_off_permille=25,
        spread_permille=12,
    ):
        # these may be large numbers on the way, so nothing of this is done while the scale weighs
        self.sign = -1 if counts_per_kg < 0 else 1
        per_kg = abs(counts_per_kg) << COUNT_BITS
        self.card = max(16, per_kg * card_mg // 1_000_000)
        self.noise = max(1, per_kg * noise_mg // 1_000_000)
        self.card_off = max(1, self.card * card_off_permille // 1_000)
        self.spread = max(1, self.card * spread_permille // 1_000)
