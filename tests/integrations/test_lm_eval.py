"""lm-evaluation-harness reads a task from a YAML file that names the functions of the harness module."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lm_eval
import pytest
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from corefeval.integrations.harness import score_answers

GOLD = ["[Anna](#1) fed [[her](#1) dog](#2) .", "[It](#1) ate and [it](#1) slept ."]
ANSWERS = [GOLD[0], "I cannot do that."]
TASK = """\
task: coreference
dataset_path: json
dataset_kwargs: {{data_files: {{test: {data} }} }}
test_split: test
output_type: generate_until
generation_kwargs: {{until: ["\\n\\n"]}}
doc_to_text: Mark all mentions.
doc_to_target: "{{{{gold}}}}"
process_results: !function utils.process_results
metric_list:
  - metric: conll_f1
    aggregation: !function utils.corpus_f1
    higher_is_better: true
"""


class Stub(LM):
    """A model that gives the same answers every time."""

    def generate_until(self, requests: list[Any], **_: Any) -> list[str]:
        """Return the answer to each request."""
        return [ANSWERS[GOLD.index(request.doc["gold"])] for request in requests]

    loglikelihood = loglikelihood_rolling = None


def test_a_task_in_yaml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The task of a folder has the score of all answers together."""
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    data, task = tmp_path / "data.jsonl", tmp_path / "task"
    data.write_text("".join(json.dumps({"gold": text}) + "\n" for text in GOLD), encoding="utf-8")
    task.mkdir()
    (task / "coreference.yaml").write_text(TASK.format(data=json.dumps(str(data))), encoding="utf-8")
    (task / "utils.py").write_text(
        "from corefeval.integrations.harness import corpus_f1, process_results\n", encoding="utf-8"
    )
    known = TaskManager(include_path=str(task), include_defaults=False)
    with pytest.warns(UserWarning, match="CE071"):
        found = lm_eval.simple_evaluate(Stub(), tasks=["coreference"], task_manager=known, bootstrap_iters=0)
    assert found["results"]["coreference"]["conll_f1,none"] == score_answers(ANSWERS, GOLD)["conll/f1"]
