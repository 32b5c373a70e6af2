"""Synthetic photographs: our own drawings on tables, lit, seen at an angle, blurred.

Everything is drawn at random from a seed, and what is where is known exactly.
"""

import io
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image

from edgematch.generators import Recipe, generate
from edgematch.pictures.palette import looks
from edgematch.pictures.png import svg_to_png
from edgematch.pictures.shapes import Ink
from edgematch.pictures.svg import piece_svg
from edgematch.puzzle import Puzzle

PIECE = 300
"""Pixels to a side of a drawn piece."""
RECIPES = {
    9: ("scramble:3x3:4", "scramble:3x3:4", "scramble:3x3:5", "tetravex:3x3:5"),
    16: ("scramble:4x4:5", "tetravex:4x4:6", "one-set:4x4:6", "scramble:4x4:4"),
}


@dataclass(frozen=True)
class Scene:
    """A photograph, and what is in it."""

    photo: np.ndarray
    """Rows of pixels, RGB."""
    corners: np.ndarray
    """Of every piece, from its top left corner clockwise, in pixels."""
    puzzle: Puzzle


def scene(seed, pieces=9, width=1600):
    """Return a photograph of a table with all pieces of a puzzle."""
    draws = np.random.default_rng(seed)
    height = width * 3 // 4
    side = round(pieces**0.5)
    puzzle = generate(
        Recipe.read(f"{draws.choice(RECIPES[pieces])}:seed={seed}")
    ).puzzle
    on_card = bool(draws.random() < 0.5)
    table = _table(draws, width, height)
    room = min(width, height) / side
    piece_side = room * draws.uniform(0.62, 0.72)
    camera = _camera(draws, width, height)
    shadow = np.zeros((height, width), np.float32)
    layers, corners = [], []
    for index in range(pieces):
        row, column = divmod(index, side)
        middle = (
            np.array(
                [
                    width / 2 + (column - (side - 1) / 2) * room,
                    height / 2 + (row - (side - 1) / 2) * room,
                ]
            )
            + draws.uniform(-0.04, 0.04, 2) * room
        )
        angle = draws.uniform(-0.3, 0.3)
        turn = np.array(
            [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
        )
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * piece_side / 2
        place = cv2.perspectiveTransform(
            (square @ turn.T + middle)[None].astype(np.float32), camera
        )[0]
        corners.append(place)
        picture = _card(puzzle, index) if on_card else _drawing(puzzle, index)
        layers.append((picture, place))
        offset = draws.uniform(0.01, 0.035) * piece_side
        cv2.fillConvexPoly(shadow, np.int32(np.round(place + offset)), 1.0)
    blur = 0.02 * piece_side
    photo = table * (1 - 0.5 * cv2.GaussianBlur(shadow, (0, 0), blur))[..., None]
    for picture, place in layers:
        _paste(photo, picture, place)
    photo = _lit(draws, photo)
    photo = cv2.GaussianBlur(photo, (0, 0), draws.uniform(0.4, 1.2) * width / 1600)
    photo = photo + draws.normal(0, draws.uniform(1, 5), photo.shape)
    photo = np.clip(photo, 0, 255).astype(np.uint8)
    return Scene(
        _compressed(photo, int(draws.integers(70, 93))), np.array(corners), puzzle
    )


def _drawing(puzzle, piece):
    """Return a piece as the package draws it."""
    data = svg_to_png(piece_svg(puzzle, piece, cell_size=PIECE))
    return np.array(Image.open(io.BytesIO(data)).convert("RGB"), np.float32)


def _card(puzzle, piece):
    """Return a piece with its half-figures on white card."""
    card = np.full((PIECE, PIECE, 3), 244, np.uint8)
    shown = looks(puzzle)
    for side, color in enumerate(puzzle.pieces[piece]):
        card = np.ascontiguousarray(np.rot90(card, side))
        look = shown[color]
        for layer in look.layers:
            points = (np.array(layer.points) * [1, 1] + [50, 0]) * PIECE / 100
            ink = look.ground if layer.ink is Ink.MOTIF else "#f4f4f4"
            rgb = tuple(int(ink[at : at + 2], 16) for at in (1, 3, 5))
            shape = np.int32(np.round(points))
            if layer.width is None:
                cv2.fillPoly(card, [shape], rgb, cv2.LINE_AA)
            else:
                line = max(1, round(layer.width * PIECE / 100))
                cv2.polylines(card, [shape], layer.closed, rgb, line, cv2.LINE_AA)
        card = np.rot90(card, -side)
    return np.ascontiguousarray(card).astype(np.float32)


def _table(draws, width, height):
    """Return a table: wood, cloth or plain, of a random color."""
    color = np.array(
        [[150, 105, 65], [95, 65, 45], [200, 170, 130], [70, 80, 95], [120, 125, 120]][
            draws.integers(5)
        ]
    ) + draws.uniform(-15, 15, 3)
    kind = draws.integers(3)
    grain = draws.normal(0, 1, (height, width)).astype(np.float32)
    if kind == 0:
        grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=1.2, sigmaY=width / 25)
        grain += 1.5 * cv2.GaussianBlur(grain, (0, 0), sigmaX=8, sigmaY=width / 12)
        grain /= grain.std()
        strength = draws.uniform(6, 16)
    elif kind == 1:
        x, y = np.meshgrid(np.arange(width), np.arange(height))
        grain = cv2.GaussianBlur(grain, (0, 0), 1.0)
        grain /= grain.std()
        step = width / 300
        grain += np.sin(x / step) + np.sin(y / step)
        strength = draws.uniform(3, 7)
    else:
        grain = cv2.GaussianBlur(grain, (0, 0), 1.5)
        grain /= grain.std()
        strength = draws.uniform(1, 4)
    table = color + grain[..., None] * strength * np.array([1.0, 0.9, 0.8])
    if kind == 0:  # boards of the table
        for _ in range(draws.integers(0, 4)):
            at = int(draws.integers(width))
            table[:, at : at + max(1, width // 500)] *= 0.45
    return table.astype(np.float32)


def _camera(draws, width, height):
    """Return the perspective of a camera that looks from any side."""
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = square + draws.uniform(0, 0.10, (4, 2)) * [width, height] * np.array(
        [[1, 1], [-1, 1], [-1, -1], [1, -1]]
    )
    return cv2.getPerspectiveTransform(square, moved.astype(np.float32))


def _paste(photo, picture, place):
    height, width = photo.shape[:2]
    times = 4  # a finer mask, so that rims are smooth
    low = np.maximum(np.floor(place.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(place.max(0)).astype(int) + 3, [width, height])
    size = high - low
    square = np.array([[0, 0], [PIECE, 0], [PIECE, PIECE], [0, PIECE]], np.float32)
    square -= 0.5
    warp = cv2.getPerspectiveTransform(square, (place - low).astype(np.float32))
    shape = tuple(int(each) for each in size)
    shown = cv2.warpPerspective(
        picture, warp, shape, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((shape[1] * times, shape[0] * times), np.float32)
    cv2.fillConvexPoly(mask, np.int32(np.round((place - low) * times)), 1.0)
    mask = cv2.resize(mask, shape, interpolation=cv2.INTER_AREA)[..., None]
    part = photo[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - mask) + shown * mask


def _lit(draws, photo):
    """Return a photograph in uneven, colored light, perhaps with somebody's shadow."""
    height, width = photo.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = draws.uniform(0, 2 * np.pi)
    light = 1 + draws.uniform(0.05, 0.25) * (np.cos(angle) * x + np.sin(angle) * y)
    if draws.random() < 0.4:
        cut = np.cos(angle * 2) * x + np.sin(angle * 2) * y - draws.uniform(0.1, 0.6)
        light *= 1 - draws.uniform(0.1, 0.35) / (1 + np.exp(-cut * 12))
    tint = draws.uniform(0.88, 1.06, 3)
    return (photo * light[..., None] * tint).astype(np.float32)


def _compressed(photo, quality):
    data = io.BytesIO()
    Image.fromarray(photo).save(data, "JPEG", quality=quality)
    return np.array(Image.open(data))


def worst_corner(true, found):
    """Return how far a corner of a piece is off at worst, as a part of its side."""
    side = np.sqrt(cv2.contourArea(true.astype(np.float32)))
    return (
        min(
            (_away(true, each, turn) for each in found for turn in range(4)),
            default=np.inf,
        )
        / side
    )


def pieces_as_drawn(shown, found):
    """Return the pictures of all pieces in their order, with their north on top.

    A piece that was not found is an empty picture.
    """
    from edgematch.photos.pictures import flat_piece

    pictures = []
    for true in shown.corners:
        _, number, turn = min(
            (_away(true, each, turn), number, turn)
            for number, each in enumerate(found)
            for turn in range(4)
        )
        pictures.append(flat_piece(shown.photo, np.roll(found[number], turn, 0)))
    return pictures


def wrong_sides(groups, true):
    """Return how many sides must be moved to other groups."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = sorted(set(groups)), sorted(set(true))
    common = np.zeros((len(rows), len(columns)))
    for one, other in zip(groups, true, strict=True):
        common[rows.index(one), columns.index(other)] += 1
    return len(true) - int(common[linear_sum_assignment(-common)].sum())


def _away(true, found, turn):
    return np.linalg.norm(np.roll(found, turn, 0) - true, axis=1).max()
