"""What the tests of several rooms play in: tables, referees, devices and machines."""
