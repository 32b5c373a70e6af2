"""The studio: a server of one page, and of an API that the page and others may use.

It holds no puzzle logic: every answer is one of the library's.
"""
