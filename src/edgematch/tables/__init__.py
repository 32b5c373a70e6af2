"""From objects to arrays: the only room that knows both the model and the kernels."""
