"""The endpoint that hands out files."""

import re
from typing import Any

from starlette.responses import Response

from edgematch.web.endpoints import Call, Endpoint
from edgematch.web.exports import EXPORTS
from edgematch.web.schemas import BOARD, PICTURES, PUZZLE, an_object


async def _export(call: Call) -> Any:
    studio = call.studio
    body = {**call.body, "kind": call.path["kind"]}
    ending, media, content = await studio.tasks.do(
        "export", body, studio.settings.download_seconds
    )
    name = file_name(call.body["puzzle"].get("name", ""), ending)
    return Response(
        content,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def file_name(title: str, ending: str) -> str:
    """Return a plain file name made of a puzzle's name.

    >>> file_name("../Two words: 7 × 7", ".svg")
    'Two-words-7-7.svg'
    """
    words = re.findall("[A-Za-z0-9]+", title)
    return ("-".join(words)[:60] or "puzzle") + ending


ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/export/{kind}",
        "A puzzle or board as a file",
        _export,
        body=an_object(
            {"puzzle": PUZZLE, "board": BOARD, "pictures": PICTURES}, "puzzle"
        ),
        path_values={"kind": {"type": "string", "enum": list(EXPORTS)}},
        media="application/octet-stream",
        refusals=(503,),
    ),
)
