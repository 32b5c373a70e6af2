"""What follows from a board, in plain Python, with explanations for people.

It is meant for playing and teaching; the engines have faster loops of their own.
"""
