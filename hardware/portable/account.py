"""What an ejection came to: at least so many cards, perhaps so many more, one left in the mouth."""

from hardware.portable import faults
from hardware.portable.hopper import Hopper


class Account:
    def __init__(self):
        self.delivered = 0
        self.uncertain = 0
        self.sticking = 0
        self.mouth_counted = False
        self.hopper = Hopper()

    def nothing(self):
        self.delivered = 0
        self.uncertain = 0
        self.sticking = 0

    def begin(self):
        self.nothing()
        self.hopper.begin()

    def count(self, cards, maybe):
        if self.mouth_counted and cards > 0:
            self.mouth_counted = False
            cards -= 1
        self.delivered += cards
        self.uncertain += maybe
        if cards > 0:
            # the sensor works now, so before that the roller had slipped or the sensor was blind
            self.uncertain += self.hopper.unseen()
        return cards > 0

    def pulled_back(self, cards, maybe):
        if self.mouth_counted:
            # that card is back in, or was pushed out: so the next card is not counted, but may be
            self.uncertain += 1 + cards + maybe
            return False
        return self.count(cards, maybe)

    def stopped_late(self):
        # the roller may have carried the next card so far that it leaves
        self.uncertain += 1

    def missed(self, edges):
        # two edges are a card; an odd one was half of another
        self.uncertain += (edges + 1) // 2

    def went_before(self, cards):
        # a card that stuck out before cannot be told from another card that has pushed it out
        self.uncertain += 1 if self.mouth_counted and cards == 0 else cards

    def sticks(self):
        if self.mouth_counted:
            return
        self.mouth_counted = True
        self.sticking = 1
        self.delivered += 1

    def given_up(self, blocked):
        if blocked:
            return faults.JAM
        if self.hopper.empty and not self.hopper.emptied_unseen:
            return faults.EMPTY
        # the roller turned and moved nothing, or the sensor is blind
        self.uncertain += self.hopper.unseen()
        # if the last cards have gone, the sensor has seen none of them
        return faults.SENSOR_DEAD if self.hopper.empty else faults.SLIP
