"""One seed, the whole house: the product's real code in one process, in virtual time."""
