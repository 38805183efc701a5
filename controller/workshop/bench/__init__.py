"""The bench: guided tests, measurements and calibration for people who build a launcher."""
