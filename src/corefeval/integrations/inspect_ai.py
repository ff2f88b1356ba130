"""inspect_ai: the scorer `coreference`, whose metric `corpus` has the scores of all answers together.

Log files name scorers and metrics. The entry point of the package lets inspect_ai find both by their names.
"""

from __future__ import annotations

from typing import Any

from corefeval.evaluation.request import Request
from corefeval.integrations import missing
from corefeval.integrations.harness import score_answer, score_answers
from corefeval.problems import Problem, UsageError

try:
    from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, mean, metric, scorer
    from inspect_ai.solver import TaskState
except ImportError:
    raise missing("inspect-ai") from None


@metric(scores="unreduced")
def corpus() -> Metric:
    """Return the scores of all answers together, of all epochs. Reducers of epochs keep no answers."""

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        """Return the scores of the answers that `coreference` scored, with its options."""
        read = [(one.score.answer or "", one.score.metadata or {}) for one in scores]
        if not read:
            return {}
        answers, golds = zip(*((answer, noted["gold"]) for answer, noted in read), strict=True)
        return score_answers(answers, golds, **read[0][1]["options"])

    return compute


@scorer(metrics=[{"*": [mean()]}, corpus()])
def coreference(**options: Any) -> Scorer:
    """Return the scorer of a task: the mean of the scores of each sample, and the scores of all together as `coreference`.

    The target of a sample is its gold annotation.

    Args:
        options: as in `score_answer`.

    Raises:
        UsageError: CE050 for an unknown option. The scorer raises CE051 if a sample has several targets.
    """
    Request.of(**options)  # before the model answers, not afterwards

    async def compute(state: TaskState, target: Target) -> Score:
        if len(target) > 1:
            raise UsageError(Problem("CE051", "several-targets", targets=len(target)))
        answer, gold = state.output.completion, target.text
        return Score(
            value=score_answer(answer, gold, **options),
            answer=answer,
            metadata={"gold": gold, "options": options},
        )

    return compute
