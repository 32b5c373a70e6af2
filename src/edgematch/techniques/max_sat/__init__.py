"""The weighted formula of an encoding, solved by RC2."""
