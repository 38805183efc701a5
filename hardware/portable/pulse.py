"""One pulse: the time for which something blocks the beam, and what came before it."""

from hardware.portable import ticks


class Pulse:
    def __init__(self):
        self.open = False
        self.foreign = False
        self.resumed = False
        self.late = False
        self.late_by_us = 0
        self.early = False
        self.passed = 0
        self.lead_us = 0
        self.before_us = 0
        self._lead_travel_us = 0

    def begin(self, now_us, travel_us, passed):
        self.open = True
        self.foreign = False
        self.resumed = False
        self.passed = passed
        self.lead_us = now_us
        self.before_us = 0
        self._lead_travel_us = travel_us

    def begin_held(self, now_us, foreign):
        self.open = False
        self.foreign = foreign
        self.resumed = False
        self.lead_us = now_us
        self.before_us = 0

    def resume(self):
        self.open = True
        self.resumed = True
        self.late = True
        self._lead_travel_us = 0

    def forget(self, now_us):
        self.lead_us = now_us
        self.before_us = 0

    def length_us(self, travel_us):
        return self.before_us + travel_us - self._lead_travel_us

    def hold(self, travel_us):
        # one that was held before did not move since, or it would have ended: time proves nothing
        if self.open and not (self.resumed and self.before_us):
            self.before_us = self.length_us(travel_us)


class Previous:
    def __init__(self, settings):
        self.none = True
        self.at_rest = False
        self.certain = True
        self.short = False
        self.trail_us = 0
        self.usual_us = settings.card_us

    def start(self, at_rest):
        self.none = True
        self.at_rest = at_rest
        self.certain = True
        self.short = False

    def bounces(self, pulse, now_us, dip_us):
        if self.none or pulse.resumed or pulse.before_us:
            return False
        near = ticks.diff(pulse.lead_us, self.trail_us) < dip_us
        return near and ticks.diff(now_us, pulse.lead_us) < 2 * dip_us
