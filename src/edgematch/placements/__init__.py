"""The puzzle as arrays: what several techniques look up in their loops."""
