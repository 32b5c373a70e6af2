"""Nine tiles as people type them."""

NINE = [
    "red- yellow+ blue+ green+",
    "blue+ blue- green+ yellow-",
    "green- red- yellow- blue+",
    "yellow- red- green- blue-",
    "red+ green+ blue+ yellow+",
    "blue+ red- red+ green-",
    "yellow+ red+ yellow- green-",
    "yellow+ red- blue- green-",
    "red- yellow- blue- green-",
]
"""The tiles of `scramble-squares`."""
