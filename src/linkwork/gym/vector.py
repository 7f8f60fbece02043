"""VectorEnvironment: several copies of an Environment in one process, with arrays in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate

from linkwork.core.errors import ParameterError
from linkwork.gym.environment import Environment


class VectorEnvironment(VectorEnv):
    """Copies of an Environment that are stepped together.

    make -- makes one of the copies: a class, or a function without arguments
    autoreset_mode -- when a copy whose episode has ended is reset: in the next step, whose action
        it ignores (Gymnasium's default), in the same step, or never
    copy -- False: results are the arrays that the next call overwrites
    envs -- the copies

    Each copy does what it would do alone, to the last bit. The seed s of a reset is s + k for copy
    k, as in gymnasium.vector.SyncVectorEnv.
    """

    def __init__(
        self,
        make: Callable[[], Environment],
        num_envs: int,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        if (
            isinstance(num_envs, bool)
            or not isinstance(num_envs, (int, np.integer))
            or num_envs < 1
        ):
            raise ParameterError(f"num_envs must be a whole number >= 1, got {num_envs!r}")
        self.envs = [make() for _ in range(num_envs)]
        first = self.envs[0]
        if not isinstance(first, Environment):
            raise ParameterError(
                f"VectorEnvironment takes what makes a linkwork.gym.Environment, not {first!r}; "
                "gymnasium.vector.SyncVectorEnv takes any environment"
            )
        self.num_envs, self.copy = int(num_envs), copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**first.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = first.render_mode
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self.action_space = batch_space(first.action_space, self.num_envs)
        space = first.observation_space
        self._observations = np.zeros((self.num_envs, *space.shape), space.dtype)
        self._rewards = np.zeros(self.num_envs)
        self._terminated = np.zeros(self.num_envs, np.bool_)
        self._truncated = np.zeros(self.num_envs, np.bool_)
        self._ended = [False] * self.num_envs

    # ------------------------------------------------------------------ episodes

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode in all copies, or in those of options["reset_mask"].

        Returns (observations, infos).
        """
        given = dict(options or {})
        chosen = self._chosen(given.pop("reset_mask", None))
        seeds = self._seeds(seed)
        infos: dict[str, Any] = {}
        for k in chosen:
            info = self.envs[k].begin(self._observations[k], seeds[k], given)
            self._terminated[k] = self._truncated[k] = self._ended[k] = False
            if info:
                infos = self._add_info(infos, info, k)
        return self._given(self._observations), infos

    def _chosen(self, mask: Any) -> Sequence[int]:
        if mask is None:
            return range(self.num_envs)
        if not (
            isinstance(mask, np.ndarray)
            and mask.dtype == np.bool_
            and mask.shape == (self.num_envs,)
            and mask.any()
        ):
            raise ParameterError(
                f"options['reset_mask'] must be an array of {self.num_envs} booleans, at least one "
                f"of them True, got {mask!r}"
            )
        return np.flatnonzero(mask).tolist()

    def _seeds(self, seed: Any) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + k for k in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ParameterError(f"seed must have {self.num_envs} numbers, got {len(seed)}")
        return list(seed)

    def step(
        self, actions: Any
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Act in all copies; returns (observations, rewards, terminated, truncated, infos).

        actions -- one action for each copy
        """
        infos: dict[str, Any] = {}
        mode = self.autoreset_mode
        observations, rewards, ended = self._observations, self._rewards, self._ended
        terminated, truncated = self._terminated, self._truncated
        if mode is AutoresetMode.DISABLED and any(ended):
            raise ParameterError(
                f"the episode of copy {ended.index(True)} has ended; reset it with "
                "options={'reset_mask': ...}, or choose another autoreset_mode"
            )
        for k, action in enumerate(iterate(self.action_space, actions)):
            env, row = self.envs[k], observations[k]
            if ended[k] and mode is AutoresetMode.NEXT_STEP:
                info = env.begin(row, None, None)
                rewards[k], terminated[k], truncated[k] = 0.0, False, False
                ended[k] = False
            else:
                rewards[k], end, cut, info = env.advance(action, row)
                terminated[k], truncated[k] = end, cut
                ended[k] = end or cut
                if ended[k] and mode is AutoresetMode.SAME_STEP:
                    final = {"final_obs": row.copy(), "final_info": info}
                    infos = self._add_info(infos, final, k)
                    info = env.begin(row, None, None)
                    ended[k] = False
            if info:
                infos = self._add_info(infos, info, k)
        results = map(self._given, (observations, rewards, terminated, truncated))
        return *results, infos  # type: ignore[return-value]

    def _given(self, values: np.ndarray) -> np.ndarray:
        return values.copy() if self.copy else values

    # ------------------------------------------------------------------ copies

    def render(self) -> tuple[np.ndarray | None, ...]:
        """A picture of each copy."""
        return tuple(env.render() for env in self.envs)

    def solution(self, number: int) -> Any:
        """The Solution of the present episode of a copy.

        number -- number of the copy, from 0
        """
        return self.envs[number].solution()

    @property
    def np_random(self) -> tuple[np.random.Generator, ...]:
        """The random numbers of each copy."""
        return tuple(env.np_random for env in self.envs)

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:
        """The seed of each copy."""
        return tuple(env.np_random_seed for env in self.envs)

    def close_extras(self, **_: Any) -> None:
        """End the runs of all copies.

        _ -- not used
        """
        for env in self.envs:
            env.close()
