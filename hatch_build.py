"""Metadata that depends on where the repository is: hatchling calls this in a build.

The address is the setting `url` in `pyproject.toml`, and is stated nowhere else.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<image>!?)\[(?P<text>[^]]*)\]\((?!\w+:|#)(?P<path>[^)]+)\)")


class AddressHook(MetadataHookInterface):
    """Sets the addresses of the project, and a README with absolute links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in `urls` and `readme`."""
        url = self.config["url"].rstrip("/")
        is_released = "dev" not in metadata["version"]
        branch = f"v{metadata['version']}" if is_released else "main"
        metadata["urls"] = {
            "Homepage": url,
            "Documentation": f"{url}/blob/{branch}/docs/index.md",
            "Changelog": f"{url}/blob/{branch}/CHANGELOG.md",
            "Issues": f"{url}/issues",
        }
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(text, url, branch),
        }


def absolute_links(text: str, url: str, branch: str) -> str:
    """Return Markdown in which links to files of the repository are absolute."""

    def absolute(link: re.Match[str]) -> str:
        folder = "raw" if link["image"] else "blob"
        target = f"{url}/{folder}/{branch}/{link['path']}"
        return f"{link['image']}[{link['text']}]({target})"

    return _LINK.sub(absolute, text)
