"""Connections whose request is not whole in time are closed.

Somebody who opens many connections and sends half a request on each, or nothing, would
otherwise keep the places of others.  A long body has more time, as long as it arrives
at a steady rate.  A connection that waits for its next request is closed by uvicorn.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_BYTES_PER_SECOND = 100_000
"""A body that arrives faster than this is never too slow."""


class TimedProtocol(H11Protocol):
    """HTTP/1.1 with a time limit for each request to arrive."""

    def __init__(self, *facts: Any, seconds: float, **more: Any) -> None:
        super().__init__(*facts, **more)
        self._seconds = seconds
        self._deadline = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._deadline += len(data) / _BYTES_PER_SECOND
        super().data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        is_whole = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        if is_whole or self.timeout_keep_alive_task is not None:
            self._cancel()
        elif self._timer is None:
            self._expect_request()

    def _expect_request(self) -> None:
        self._deadline = self.loop.time() + self._seconds
        self._timer = self.loop.call_at(self._deadline, self._look)

    def _look(self) -> None:
        """Close the connection, or wait on if data has moved the deadline."""
        if self.loop.time() < self._deadline:
            self._timer = self.loop.call_at(self._deadline, self._look)
        elif not self.transport.is_closing():
            self.transport.close()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
