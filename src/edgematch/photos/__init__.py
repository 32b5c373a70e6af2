"""Photographs of pieces to puzzles."""

from edgematch.errors import MissingPackage


def require_opencv() -> None:
    """Raise, with the command that installs it, where OpenCV is missing."""
    try:
        import cv2  # noqa: F401  whether it is there
    except ImportError as error:
        raise MissingPackage(
            "photographs need OpenCV: pip install 'edgematch[photo]'"
        ) from error
