"""The daemon and the command line: puts the game and the launcher together.

Internal: programs of yours use the package ``rollerdeck``.
"""
