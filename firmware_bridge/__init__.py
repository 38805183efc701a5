"""How a launcher is reached: framing, session, the launcher's end and the caller's end.

Internal: programs of yours use the package ``rollerdeck``.
"""
