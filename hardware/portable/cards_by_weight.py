"""Cards counted by weight: what lay on the scale before a hit, less what lies on it after.

A *window* begins at one rest of the scale and ends at a later one. The weight says how many cards
left in the window. A word is *sure* if the weight fits one number of cards only, and if the light
barrier counted no more than that. The less likely a difference from the light barrier's count is,
the more evidence is needed. After a word that is not sure, the window stays open: a card that leans
on the launcher's foot is taken sooner or later, and then the weight is clear. If the same number of
cards is missing, or too many, after each of the next hits, no card leans anywhere, and the word is
sure.
"""

from hardware.portable.card_weight import CardWeight, Fit, Inside, root, root_sum
from hardware.portable.rest import HIGHEST_COUNT, MOST_BLOCKS, Rest
from hardware.portable.window import LOADED, Rounded, Window

AT_REST_BLOCKS = 2
SURPRISED_BLOCKS = 4
PATIENT_BLOCKS = 6
HAND_BLOCKS = 25
LEARNED_CARDS = 6


class Word:
    def __init__(self):
        self.first_hit = None
        self.last_hit = None
        self.left = 0
        self.left_low = 0
        self.left_high = 0
        self.inside = None
        self.inside_low = 0
        self.inside_high = 0
        self.at_us = 0


class Scale:
    def __init__(self, settings):
        self._set = settings
        self._rest = Rest(settings)
        self.card = CardWeight(settings)
        self.inside = Inside(self.card)
        self.word = Word()
        self._has_zero = False
        self._zero = 0
        self._busy = False
        self._turning = False
        self._turned = False
        self._mouth = False
        self._taring = False
        self._asked = False
        # what the window began with
        self._has_reference = False
        self._reference = 0
        self._reference_noise = 0
        self._following = False
        self._window = Window()
        self._shaky = False
        self._lent = False
        # what the weight says
        self._fit = Fit(self.card)
        self._rounded = Rounded(self.card)
        self._cards = 0
        self._low = 0
        self._high = 0

    @property
    def still(self):
        return self._rest.blocks >= AT_REST_BLOCKS and not self._busy and not self._turning

    def hit_begins(self, number):
        self._busy = True
        self._disturbed()

    def hit_ends(self, number, delivered, uncertain):
        self._busy = False
        self._disturbed()
        self._window.hit_ends(number, delivered, uncertain)

    def forget(self):
        # what has left is still known, but not in which hits
        self._busy = False
        self._disturbed()
        self._window.forget()
        self._rounded.forget()

    def mouth(self, counted):
        self._mouth = counted

    def turning(self, on):
        self._turning = on
        self._turned = True
        self._disturbed()

    def lost(self):
        # nobody knows what happens until it is read again
        self._busy = False
        self._disturbed()
        self._has_zero = False
        self._has_reference = False
        self._taring = False
        self.inside.tared = False
        self._window.forget()
        self._rounded.forget()
        self._low = 0
        self._high = 0
        self._cards = 0
        self._fill(False)

    def tare(self):
        self._taring = True

    def ask(self):
        self._asked = True

    def sample(self, at_us, counts):
        self._rounded.passes(at_us)
        if counts >= HIGHEST_COUNT or counts < -HIGHEST_COUNT:
            self._disturbed()
            return False
        if not self._has_zero:
            self._has_zero = True
            self._zero = counts
        if not self._rest.sample(at_us, (counts - self._zero) * self._set.sign):
            return False
        if self._rest.blocks < AT_REST_BLOCKS:
            self._following = False
        if not self.still:
            return False
        self.word.at_us = at_us
        return self._at_rest()

    def _disturbed(self):
        self._rest.lost()
        self._following = False

    def _at_rest(self):
        if self._taring:
            self._taring = False
            self.inside.tare(self._rest.level())
            self._begin()
            return self._say_if_asked(True)
        if not self._has_reference:
            # nobody knows what lay on it before these hits
            self._begin()
            return self._say_if_asked(False)
        if self._following:
            self._follow()
            return self._say_if_asked(False)
        self._weigh()
        if self._window.first_hit is None:
            return self._weighed_no_hit()
        return self._weighed_hits()

    def _begin(self):
        self._has_reference = True
        self._following = True
        self._reference = self._rest.level()
        self._reference_noise = self._level_noise()
        self._turned = False
        self._window.begin()

    def _follow(self):
        self.inside.drifted(self._rest.settled - self._reference)
        self._reference = self._rest.settled
        self._reference_noise = self._level_noise()

    def _level_noise(self):
        return self._rest.noise * 8 // root(64 * min(self._rest.blocks, MOST_BLOCKS))

    def _weigh(self):
        weight = self._reference - self._rest.level()
        self._fit.weigh(weight, self._noise())
        self._cards = self._fit.cards
        self._low = self._cards
        self._high = self._cards

    def _noise(self):
        return root_sum(self._reference_noise, self._level_noise())

    def _widen(self):
        self._low = self._fit.low()
        self._high = self._fit.high()

    def _weighed_no_hit(self):
        if self._turned or (self._cards == 0 and self._fit.is_clear()):
            # whatever has moved, it was no card
            self.inside.drifted(self._rest.level() - self._reference)
            self.card.missed_by(self._fit.off)
            self._begin()
            return self._say_if_asked(False)
        if self.inside.is_empty() and self._cards > 0:
            # an empty launcher gets no lighter: a hand lay on it when it was tared
            self._taring = True
            return self._at_rest()
        clear = self._fit.is_clear()
        if self._rest.blocks < self._blocks_needed(clear):
            return self._asked and self._rest.blocks >= PATIENT_BLOCKS and self._tell_of_a_hand()
        if not clear:
            self._widen()
        if self._fit.has_part() and self._rounded.is_a_card(self._fit.weight):
            # what leaned on the launcher after the hits before belongs to them
            self._cards = 1
            self._low = 1
            self._high = 1
        return self._close()

    def _tell_of_a_hand(self):
        # these cards were put in, or a hand lies there: soon it will be known
        self._widen()
        self._high = max(self._high, 0)
        self._fill(True)
        return True

    def _blocks_needed(self, clear):
        if -LOADED < self._cards < 0:
            # a hand that lies on it weighs as much as a few cards, but not for long
            return HAND_BLOCKS
        # so many cards cannot be weighed to one card, however long it lasts
        return AT_REST_BLOCKS if clear or self._cards <= -LOADED else PATIENT_BLOCKS

    def _weighed_hits(self):
        if self._is_sure():
            self._learn()
            return self._close()
        window = self._window
        if window.reported and window.is_loaded(self._cards) and self._may_end():
            return self._end_before_loading()
        if self._rest.blocks < PATIENT_BLOCKS or window.reported:
            return self._asked and self._tell()
        window.look(self._cards, self._is_clear_look())
        if self._is_over():
            self._learn_restless()
            if self._cards != window.counted - window.missing or not self._may_end():
                self._tell()
            return self._close()
        self._tell()
        return self._close() if self._fit.is_too_many() else True

    def _is_clear_look(self):
        if self._shaky and self._cards > self._window.counted and not self._fit.is_near():
            # a part of a card that lay somewhere before these hits may have been taken
            return False
        return self._fit.is_clear()

    def _may_end(self):
        if self._lent and self._window.missing == -1:
            # a card of the hits before may have leaned with nearly all of its weight
            return False
        return not self._mouth and not self._turned and self._window.may_end()

    def _end_before_loading(self):
        self._cards = self._window.counted - self._window.missing
        self._low = self._cards
        self._high = self._cards
        self._fill(True)
        self.inside.removed(self._cards, self._cards)
        # what was loaded is weighed from here
        self._reference -= self._cards * self.card.card
        self._window.begin()
        return True

    def _is_sure(self):
        window = self._window
        more = self._cards - window.counted
        if self._mouth or self._turned or more < 0:
            return False
        if more == 0 and window.doubted == 0 and self._fit.is_enough_to_agree():
            return True
        if not self._fit.is_clear():
            return False
        if window.leans and window.doubted > 0:
            # a card that leaned with its whole weight may have been taken, or one more came: both
            # weigh the same
            return False
        return self._is_evident(more - window.doubted)

    def _is_evident(self, hidden):
        # so many more came than the beam allows for
        if hidden <= 0:
            return self._is_near(SURPRISED_BLOCKS)
        if hidden == 1:
            # after a window without a sure end, a part of a card may lie somewhere, and be taken;
            # after a weight that was rounded up too
            if self._shaky or not self._rounded.is_near(self._fit.rest()):
                return False
            return self._is_near(SURPRISED_BLOCKS)
        return hidden < LOADED and self._is_near(PATIENT_BLOCKS)

    def _is_near(self, blocks):
        return self._rest.blocks >= blocks and self._fit.is_near()

    def _is_over(self):
        window = self._window
        return self._turned or window.is_too_long() or window.is_loaded(self._cards)

    def _learn(self):
        if self._cards <= LEARNED_CARDS:
            self._learn_restless()
        window = self._window
        if 0 < self._cards == window.counted and window.doubted == 0:
            self.card.learn(self._cards, self._fit.weight, self._noise())

    def _learn_restless(self):
        self.card.missed_by(self._fit.off)

    def _tell(self):
        window = self._window
        window.reported = True
        self._widen()
        least = self._fit.at_least()
        if least > window.counted + window.doubted and not self._shaky:
            # a card that leans makes it say fewer, never more: the beam's count does not fit
            self._low = max(self._low, least)
            self._high = max(self._high, self._low + 1)
        if not window.is_loaded(self._cards):
            # what the beam counted has come, wherever it lies
            self._high = max(self._high, window.counted)
        if self._mouth:
            self._high += 1
        if self._low == self._high:
            self._low -= 1
        self._fill(True)
        return True

    def _close(self):
        self._fill(True)
        self.inside.removed(self._low, self._high)
        if self._window.first_hit is not None and self._low == self._high:
            self._rounded.add(self.word.at_us, self._fit.rest())
        self._shaky = self._low < self._high and self._may_be_taken()
        self._lent = self._shaky and self._window.first_hit is not None
        self._begin()
        return True

    def _may_be_taken(self):
        if self._window.first_hit is not None:
            # a card of these hits may lean on the launcher
            return True
        # what was taken away does not lie there any more; and as many cards as are loaded at once
        # need not be counted to one card
        return self._fit.weight < 0 and self._high > -LOADED

    def _say_if_asked(self, anyway):
        if not (self._asked or anyway):
            return False
        self._low = 0
        self._high = 0
        self._cards = 0
        self._fill(False)
        return True

    def _fill(self, hits):
        self._asked = False
        word = self.word
        window = self._window
        word.first_hit = window.first_hit if hits else None
        word.last_hit = window.last_hit if word.first_hit is not None else None
        word.left_low = self._low
        word.left_high = self._high
        best = max(self._cards, window.counted) if self._low < self._high else self._cards
        word.left = max(self._low, min(best, self._high))
        self._fill_inside()

    def _fill_inside(self):
        word = self.word
        if self._rest.blocks:
            self.inside.look(self._rest.level(), self._low, self._high)
        word.inside = self.inside.best if self.inside.tared else None
        word.inside_low = self.inside.low
        word.inside_high = self.inside.high
