"""What every clause of the rulebook says, in a sentence or two for the table."""

from __future__ import annotations

from collections.abc import Mapping

CLAUSES: Mapping[str, str] = {
    "DECK-1": "attack: the numbers, 8 each of Hit 2, Reverse and Skip, 4 each of Discard All, "
    "Trade Hands and Wild, 2 each of Wild All Hit and Wild Hit-Fire.",
    "DECK-2": "attack-attack: the numbers, 8 each of Hit 2, Skip and Discard All, 4 each of Hit 1, "
    "Reverse, Wild and Wild Attack-Attack.",
    "DECK-3": "extreme: the numbers, 8 each of Hit 2, Skip and Discard All, 4 each of Reverse, "
    "Wild and Wild Extreme Hit, 3 Wild Customizable, one Hit 4.",
    "DECK-4": "power-grab: the numbers, some of them with an icon, 8 each of Draw One, Draw Two "
    "and Skip, 4 each of Reverse, Grab-2-Towers, Wild Grab-A-Tower and Wild Draw Four.",
    "DECK-5": "A house can change the deck, as long as the hands, a first card and one more are "
    "left.",
    "DECK-6": "No card comes or goes: hands, launcher (or pile) and discard pile make up the deck, "
    "and a card whose copies all lie face up cannot be played.",
    "COM-1": "2 to 10 can play. Names that look equal are one name.",
    "COM-2": "Everybody draws a card; the highest number deals. Special cards do not count, ties "
    "draw again.",
    "COM-3": "Everybody gets 7 cards and one is turned up. Left of the dealer begins, and play "
    "goes left.",
    "COM-4": "A card matches the top card by colour, by number or by symbol.",
    "COM-5": "It goes on any card; its player calls the colour that follows, and may hold other "
    "cards that fit.",
    "COM-6": "Nobody has to play a card that fits.",
    "COM-7": "The direction of play turns round.",
    "COM-8": "Next loses the turn.",
    "COM-9": "The dealer plays first, then play goes right.",
    "COM-10": "Left of the dealer is skipped, and the player after begins.",
    "COM-11": "Left of the dealer calls a colour, then plays.",
    "COM-12": "Who goes to one card calls UNO before that card touches the pile. Who forgot can be "
    "caught until next takes a turn, or is safe by calling first. Later it is too late.",
    "COM-13": "Caught without UNO: two hits, or two cards where cards are drawn, before anything "
    "else that is owed.",
    "COM-14": "UNO is due however an own play leaves one card; a hand of one that was received "
    "needs no call.",
    "COM-15": "Who has no cards left wins the round. It ends once what the last card sets off is "
    "done.",
    "COM-16": "The winner of a round scores all cards that the others hold; the first to reach the "
    "target wins.",
    "COM-17": "Everybody keeps what they are caught with; once somebody reaches the target, the "
    "lowest total wins.",
    "COM-18": "The deal passes to the left.",
    "LCH-1": "What comes out of the launcher goes to who hits, however many cards they are.",
    "LCH-2": "The button answers a press that counts with one ding, cards or none.",
    "LCH-3": "Who cannot or does not want to play hits once, and the turn is over.",
    "LCH-4": "The launcher faces who plays, or who is being hit.",
    "LCH-5": "When the launcher runs low, the pile except its top card is shuffled and goes in "
    "again, and always when it is empty. An empty one stops hits; owed ones go on afterwards.",
    "LCH-6": "When all other cards are in hands, owed hits are void.",
    "LCH-7": "Who suggests a play to somebody hits four times.",
    "LCH-8": "Owed hits are done in the order in which they fell due; nobody plays before.",
    "LCH-9": "A press while nothing is owed is the hit of the player whose turn it is.",
    "LCH-10": "Cards go in face down. Slow or slipping: clean the roller; slower still: look at "
    "the power supply.",
    "ATK-1": "Next hits twice and loses the turn.",
    "ATK-2": "Left of the dealer hits twice, and the player after begins.",
    "ATK-3": "Its player may lay down all cards of its colour with it, this one on top; what lies "
    "under it does nothing.",
    "ATK-4": "Left of the dealer matches its colour, or plays another one or a wild, or hits.",
    "ATK-5": "Its player swaps hands with another player of choice.",
    "ATK-6": "Nobody goes out with a card that trades hands: hit instead.",
    "ATK-7": "It goes back into the deck, and another card is turned up.",
    "ATK-8": "Its player calls a colour. Every other player hits once, from the left of who played "
    "it, and then play goes on with next.",
    "ATK-9": "Everybody but the dealer hits once, from the dealer's left. Then left of the dealer "
    "calls the colour and begins, or, where the house says so, is skipped.",
    "ATK-10": "Its player calls a colour; next hits until cards come out, and loses the turn. "
    "Turned up first, left of the dealer does, and the player after begins and calls the colour.",
    "ATK-11": "Going out with Wild All Hit or Wild Hit-Fire: the hits are done before the hands "
    "are counted. Other hits of a last card are only done where the house says so.",
    "ATK-12": "Numbers count their face value, Hit 2, Reverse and Skip 20, Discard All and Trade "
    "Hands 30, every wild 50.",
    "AAT-1": "Its player calls a colour, chooses another player and presses twice; the chosen one "
    "keeps the cards. Play goes on with next.",
    "AAT-2": "Left of the dealer chooses whom to attack, calls the colour and presses twice; the "
    "player after begins.",
    "AAT-3": "Going out with it: the attack is carried out before the hands are counted, unless "
    "its player lets it be.",
    "AAT-4": "Next hits once and loses the turn. Turned up first, left of the dealer does.",
    "AAT-5": "Points as in attack; Hit 1 counts 10, Wild Attack-Attack 50.",
    "EXT-1": "Its player calls a colour; next hits four times and loses the turn.",
    "EXT-2": "Left of the dealer hits four times; the player after calls the colour and begins.",
    "EXT-3": "Its player calls a colour, chooses another player and presses twice; the chosen one "
    "keeps the cards. Play goes on with next or, where the house says so, with the one after.",
    "EXT-4": "Left of the dealer chooses whom to hit, calls the colour and presses twice; the "
    "player after begins.",
    "EXT-5": "A wild on which a house writes a rule of its own; a blank one is a wild. Turned up "
    "first, left of the dealer calls the colour and begins.",
    "EXT-6": "Going out with it: it is carried out before the hands are counted, unless its player "
    "lets it be.",
    "EXT-7": "Points as in attack; Hit 4 counts 40, every other wild 50.",
    "PGR-1": "Cards are drawn from a pile, or a launcher deals the exact number.",
    "PGR-2": "Who cannot or does not want to play draws a card, and may play that one at once.",
    "PGR-3": "Next draws as many cards as it says and loses the turn. Turned up first, left of the "
    "dealer does.",
    "PGR-4": "Its player takes any two towers that others hold or nobody does. Turned up first, "
    "nothing is taken, and who begins matches it by its colour alone.",
    "PGR-5": "Its player calls a colour and takes any one tower. Turned up first, nothing is "
    "taken, and left of the dealer calls the colour.",
    "PGR-6": "For a player who holds no card of the colour to match. Next draws four cards and "
    "loses the turn, or challenges.",
    "PGR-7": "Who is to draw the four may ask to see the hand. Guilty: who played it draws them "
    "instead. Innocent: six cards, and the turn is lost.",
    "PGR-8": "It goes back into the deck, and another card is turned up.",
    "PGR-9": "A number with an icon gives its player the tower of that icon, from whoever has it.",
    "PGR-10": "A tower protects who holds it: U from Draw One, N from Draw Two, O from Wild Draw "
    "Four, ! from Skip.",
    "PGR-11": "All four towers in one hand: all cards but one are laid under the card just played, "
    "and the towers go back.",
    "PGR-12": "When the draw pile is used up, the discard pile except its top card becomes a new "
    "one.",
    "PGR-13": "Caught without UNO: two cards.",
    "PGR-14": "Suggestions cost nothing here.",
    "PGR-15": "Going out with Draw One, Draw Two or Wild Draw Four: next draws before the hands "
    "are counted.",
    "PGR-16": "Numbers count their face value, Draw One, Draw Two, Reverse and Skip 20, all others "
    "50.",
    "TWO-1": "Of two players, Reverse acts as Skip.",
    "TWO-2": "Of two players, who plays a Skip goes again.",
    "TWO-3": "Of two players, who makes the other hit or draw goes again; after Wild All Hit the "
    "other one plays.",
    "CHA-1": "In a challenge game everybody keeps a total of what they are caught with.",
    "CHA-2": "Who reaches the mark is out of the game.",
    "CHA-3": "The last one below the mark wins.",
    "TBL-1": "Every command can be taken back; cards that came out are put back by hand.",
    "TBL-2": "What the table sets by hand is so. A hand set to 0 wins the round.",
    "TBL-3": "Who leaves lays their hand under the pile, and owes nothing any more. Between rounds "
    "others can join.",
    "TBL-4": "Hands are secret until they are counted.",
}
"""By ID, in the order of the rulebook."""
