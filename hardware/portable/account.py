"""What an ejection came to: at least so many cards, perhaps so many more, one left in the mouth.

Where no card comes, the hopper's switch and a free beam tell an empty hopper from a slipping roller
or a blind sensor. How often a card is tried, and how long it may take, is kept here too.
"""

from hardware.portable import faults


class Hopper:
    def __init__(self):
        self.empty = False
        self.emptied_unseen = False
        self._unseen = 0
        self._had_cards = True

    def begin(self):
        self.emptied_unseen = False
        self._unseen = 0
        self._had_cards = not self.empty

    def switch(self, empty, passed, blocked):
        self.empty = empty
        # if something is in the beam now, that may be the last card
        self.emptied_unseen = empty and not blocked and passed + self._unseen > 0

    def saw_nothing(self, passed):
        if self._had_cards:
            self._unseen += passed
        self._had_cards = not self.empty

    def unseen(self):
        unseen = self._unseen
        self._unseen = 0
        return unseen


class Patience:
    def __init__(self, settings):
        self._set = settings
        self._tries = 0
        self.slow = False

    def begin(self):
        self._tries = 0
        self.slow = False

    def tried(self):
        self._tries += 1

    def held_up(self):
        self.slow = True

    @property
    def at_end(self):
        return self._tries >= self._set.attempts

    @property
    def jam_us(self):
        return self._set.jam_us << 1 if self.slow else self._set.jam_us


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
