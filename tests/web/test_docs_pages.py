"""The documentation, which the studio shows itself."""

import posixpath
import re
from urllib.parse import urldefrag, urljoin

import pytest

from edgematch.web.docs_pages import docs_pages


def test_every_link_of_the_documentation_leads_somewhere():
    pages = {f"docs/{name}": content for name, content in docs_pages().items()}
    texts = {
        name: content.decode() for name, content in pages.items() if "html" in name
    }
    assert len(texts) > 20
    for name, text in texts.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            address, anchor = urldefrag(link)
            path = posixpath.normpath(urljoin(name, address)) if address else name
            if re.match(r"\w+:|static/", path) or path in (".", "/"):
                continue
            assert path in pages, (name, link)
            assert not anchor or f'id="{anchor}"' in texts[path], (name, link)


def test_a_page_has_tables_and_nothing_that_only_sphinx_understands(client):
    answer = client.get("/docs/")
    assert answer.headers["content-type"].startswith("text/html")
    text = answer.data.decode()
    assert "<title>edgematch · edgematch</title>" in text
    assert "toctree" not in text and "{download}" not in text
    assert "CONTRIBUTING" not in text  # it does not come with the studio
    assert "<table>" in client.get("/docs/studio.html").data.decode()
    assert client.get("/docs/pictures/pieces.svg").data.startswith(b"<svg")


@pytest.mark.parametrize("path", ["studio.md", "conf.py", "../conf.py", "notes.html"])
def test_only_the_documentation_is_sent(client, path):
    assert client.get(f"/docs/{path}").status == 404
