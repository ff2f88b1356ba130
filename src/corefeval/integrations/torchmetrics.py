"""torchmetrics: a metric whose states are sums of counts, so that batches and processes add up to the corpus score."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from corefeval.counts import Counts
from corefeval.evaluation.request import Input
from corefeval.evaluation.score_table import ScoreTable
from corefeval.evaluation.scorer import Scorer
from corefeval.integrations import missing, warn
from corefeval.names import resolve
from corefeval.presets import HEADLINE
from corefeval.problems import Problem, UsageError
from corefeval.settings import Options

try:
    import torch
    from torchmetrics import Metric
except ImportError:
    raise missing("torchmetrics") from None


class CoreferenceMetric(Metric):
    """Coreference scores as a metric of torchmetrics: equal to `score` on all documents, however they are batched.

    The state is one vector of float64 numbers: the counts of each metric, summed over all documents. States of batches
    and processes are added. Scores are computed only from these sums.

        batch 1   [muc 3 4 3 5 | bcub 2.5 4 …]  ┐
        batch 2   [muc 1 2 1 1 | bcub 1.0 2 …]  ┴ +   [muc 4 6 4 6 | bcub 3.5 6 …]  →  {"muc/f1": …, "bcub/f1": …}

    Args:
        metrics: names, comma-separated or a list; by default the CoNLL average.
        preset: settings of a shared task or evaluator.
        only: the name of one score, such as `conll/f1`. `compute` then returns this number instead of a dictionary.
        options: settings of `corefeval.score`; other options are passed to torchmetrics.

    Raises:
        UsageError: CE050 for an unknown name. `update` raises CE051 if a metric needs the whole corpus.
    """

    full_state_update = False
    is_differentiable = False
    higher_is_better = True
    plot_lower_bound = 0.0
    plot_upper_bound = 1.0

    def __init__(
        self,
        metrics: str | Iterable[str] = HEADLINE,
        preset: str | None = None,
        *,
        only: str = "",
        **options: Any,
    ) -> None:
        settings = {name: options.pop(name) for name in [*options] if name in Options.__annotations__}
        super().__init__(**options)
        self._scorer = Scorer(metrics, preset, **settings)
        self._empty = self._scorer.result()
        self._columns = [
            (name, column) for name, counts in self._empty.counts.items() for column in counts.names
        ]
        self._only = only and resolve("score", only, self._empty.flat())
        self._known: set[tuple[str, str]] = set()
        # MetricCollection shares the state of metrics whose states have the same name and the same initial values.
        digest = hashlib.blake2b(self._empty.signature.long.encode(), digest_size=8).hexdigest()
        self._state = f"counts_{digest}"
        self.add_state(
            self._state, torch.zeros(len(self._columns), dtype=torch.float64), dist_reduce_fx="sum"
        )

    @torch.compiler.disable  # it traces numpy calls as calls of torch, and fails
    def update(self, preds: Input, target: Input) -> None:
        """Count one document or a batch of documents.

        Args:
            preds: the clusters of the system, in any form that `Scorer.update` takes.
            target: the gold clusters.
        """
        try:
            self._scorer.update(key=target, response=preds)
            result = self._scorer.result()
            adds = self._scorer.adds and result.preset == self._empty.preset
        finally:
            self._scorer.reset()
        if not adds:
            raise UsageError(Problem("CE051", "batches-do-not-add", metrics=[*self._empty.metrics]))
        totals = {name: counts.totals() for name, counts in result.counts.items()}
        counted = [float(totals[name][column]) for name, column in self._columns]
        state = getattr(self, self._state)
        setattr(self, self._state, state + torch.tensor(counted, dtype=state.dtype, device=state.device))
        warn(result, self._known)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Count documents as `update` does, and return their scores.

        torchmetrics sets the counts aside meanwhile. It would lose them, and stop adding processes, if `update` raises.
        """
        attributes = self.__dict__.copy()
        try:
            return super().forward(*args, **kwargs)
        except Exception:
            self.__dict__.update(attributes)
            raise

    def _apply(self, fn: Any, *rest: Any) -> Any:
        """Move counts to another device, except to Apple's MPS, which has no float64.

        Their type stays: a narrower one would lose digits of the sums.
        """

        def moved(value: Any) -> Any:
            """Return a tensor on the device to which `fn` moves others."""
            device = fn(torch.empty(0, device=value.device)).device
            return value if device.type == "mps" else value.to(device)

        return super()._apply(moved, *rest)

    def _load_from_state_dict(self, *args: Any) -> None:
        """Load counts. torchmetrics would go on returning scores that it computed before."""
        super()._load_from_state_dict(*args)
        self._computed = None

    def merge_state(self, incoming_state: Any) -> None:
        """Add the counts of another metric with the same settings, or of its state.

        torchmetrics would go on returning scores that it computed before, and has no such method before 1.6.

        Raises:
            UsageError: CE051 if the other one has other metrics or settings.
        """
        state = incoming_state if isinstance(incoming_state, dict) else incoming_state.metric_state
        if self._state not in state:
            raise UsageError(Problem("CE051", "other-counts", metrics=[*self._empty.metrics]))
        ours = getattr(self, self._state)
        setattr(self, self._state, ours + state[self._state].to(ours))
        self._computed = None

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Plot `val`, scores or a list of them; by default the scores of all documents."""
        return self._plot(val, ax)

    @torch.compiler.disable
    def compute(self) -> Any:
        """Return the scores of all documents by name (`conll/f1`), as float64 tensors; NaN if undefined."""
        sums = getattr(self, self._state).cpu().numpy()
        counts: dict[str, dict[str, Any]] = {}
        for (name, column), value in zip(self._columns, sums, strict=True):
            counts.setdefault(name, {})[column] = value[None]
        table = ScoreTable(
            self._empty.metrics,
            {name: Counts(columns) for name, columns in counts.items()},
            self._empty.settings,
        )
        scores = {
            name: torch.tensor(float("nan") if value is None else value, dtype=torch.float64)
            for name, value in table.flat().items()
        }
        return scores[self._only] if self._only else scores
