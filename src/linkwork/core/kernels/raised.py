"""Exceptions of Python functions that compiled code has called."""

import threading


class Raised(threading.local):
    """Exceptions of Python callbacks in this thread, oldest first."""

    def __init__(self) -> None:
        self.errors: list[BaseException] = []

    def __len__(self) -> int:
        return len(self.errors)

    def append(self, error: BaseException) -> None:
        self.errors.append(error)

    def take(self) -> BaseException:
        """The oldest exception; the others, which follow from it, are dropped."""
        error = self.errors[0]
        self.errors.clear()
        return error

    def clear(self) -> None:
        self.errors.clear()


raised = Raised()
"""The code that started the compiled run checks this when it ends, and re-raises."""
