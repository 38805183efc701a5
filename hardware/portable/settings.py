"""The settings of a launcher: integers, with their units in their names.

Travel is given as the time that it takes at feed speed. A calibration can measure that with the
one sensor there is, and needs no length in millimetres. The defaults belong to the simulated
mechanism (`hardware/mechanism/parameters.py`), which says where its figures come from.
"""


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
