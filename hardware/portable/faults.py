"""Faults as bits, in the order in which `hardware.launcher.Fault` names them."""

EMPTY = 1
SLIP = 2
JAM = 4
COVER_OPEN = 8
SENSOR_BLOCKED = 16
SENSOR_DEAD = 32
LINK_LOST = 64
OVERRUN = 128
MOTOR_FAULT = 256
