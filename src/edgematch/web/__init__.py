"""The studio: a server for one page, and for an API that the page and programs use.

It has no puzzle logic of its own: every answer comes from the library.
"""
