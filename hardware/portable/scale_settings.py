"""The settings of a scale: integers, with their units in their names."""

FINE = 4


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
        per_kg = abs(counts_per_kg) << FINE
        self.card = max(16, per_kg * card_mg // 1_000_000)
        self.noise = max(1, per_kg * noise_mg // 1_000_000)
        self.card_off = max(1, self.card * card_off_permille // 1_000)
        self.spread = max(1, self.card * spread_permille // 1_000)
