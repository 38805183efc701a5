"""The launcher itself: eject loop, simulated mechanism, and the abstraction that callers see.

Internal: programs of yours use the package ``rollerdeck``.
"""
