"""Nine tiles as people type them."""

NINE = [
    "red- ylw+ blu+ grn+",
    "blu+ blu- grn+ ylw-",
    "grn- red- ylw- blu+",
    "ylw- red- grn- blu-",
    "red+ grn+ blu+ ylw+",
    "blu+ red- red+ grn-",
    "ylw+ red+ ylw- grn-",
    "ylw+ red- blu- grn-",
    "red- ylw- blu- grn-",
]
"""The tiles of `scramble-squares`."""
