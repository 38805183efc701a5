"""The maker's workshop: bench, doctor, self-test, and the services on a machine."""
