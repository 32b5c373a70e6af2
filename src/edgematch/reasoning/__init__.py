"""What follows from a board, told so that a person can follow it: plain Python.

For people who play and for those who teach; engines have faster loops of their own.
"""
