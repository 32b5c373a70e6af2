# docker build --tag edgematch .
# docker run --rm edgematch                                    the demo
# docker run --rm edgematch edgematch count clue3 --threads 2
# docker run --rm -p 8130:8130 edgematch edgematch serve --host 0.0.0.0 --no-browser
#
# Written without a Docker engine at hand: the image has not been built yet.  A test runs the
# commands of the demo outside of it.
FROM python:3.12-slim

WORKDIR /edgematch
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY src src
COPY dataset/boards.json dataset/
RUN pip install --no-cache-dir --constraint constraints.txt '.[web,sat,cp,plots]'

RUN useradd --create-home puzzler
USER puzzler
WORKDIR /home/puzzler
CMD ["sh", "-c", "edgematch solve scramble-squares --output solved.json; edgematch check solved.json --solution && edgematch draw solved.json --output solved.svg && edgematch draw solved.json --color"]
