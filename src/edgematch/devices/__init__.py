"""One way to use a GPU, shared by all techniques that can.

Continue with `machine.py` (what loops need of the machine that runs them), `program.py`
(loops, and the facts they are given), `gpu.py` (the GPU, by way of CuPy), `preface.cu`
(how the text of the loops reads in CUDA C++, and in C++ for tests without a GPU).
"""
