"""Lightning logs the metric as docs/frameworks.md describes: scores of all documents, not means over batches."""

from __future__ import annotations

from typing import Any

import lightning
import pytest
import torch
from torch.utils.data import DataLoader

from corefeval import score
from corefeval.integrations.torchmetrics import CoreferenceMetric

DOCUMENTS = [
    ([[(0, 0), (4, 5)], [(2, 2), (7, 7)]], [[(0, 0), (4, 5)], [(2, 2), (7, 8)]]),
    ([[(1, 1), (3, 3), (8, 9)]], [[(1, 1), (3, 3), (8, 9), (6, 6)]]),
    ([[(0, 1), (2, 2)], [(5, 5), (6, 6), (9, 9)]], [[(0, 1), (5, 5)], [(2, 2), (6, 6)]]),
    ([[(0, 0), (1, 1)]], []),
    ([[(3, 4), (6, 6)]], [[(3, 4), (6, 6)]]),
]
"""Gold and predicted clusters of each document."""


class Module(lightning.LightningModule):
    """A model without a use that logs one metric as an object, and all scores at the end of an epoch."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(1, 1)
        self.f1 = CoreferenceMetric("conll", only="conll/f1")
        self.every = CoreferenceMetric("conll,lea")

    def training_step(self, batch: Any, number: int) -> torch.Tensor:
        """Return a loss."""
        del batch, number
        loss: torch.Tensor = self.layer(torch.ones(1, 1)).sum()
        return loss

    def validation_step(self, batch: Any, number: int) -> None:
        """Count a batch."""
        del number
        gold, predicted = zip(*batch, strict=True)
        self.every.update(list(predicted), list(gold))
        self.f1.update(list(predicted), list(gold))
        self.log("f1", self.f1, on_epoch=True)

    def on_validation_epoch_end(self) -> None:
        """Log the scores of all documents."""
        self.log_dict(self.every.compute())
        self.every.reset()

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """Return an optimizer."""
        return torch.optim.SGD(self.parameters(), 0.1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("size", [1, 2, 5])
def test_logged_scores_are_those_of_all_documents(size: int) -> None:
    """However they are batched, in each of two epochs, also after the batches of the sanity check."""
    loader: DataLoader[Any] = DataLoader(DOCUMENTS, batch_size=size, collate_fn=list)
    trainer = lightning.Trainer(
        max_epochs=2,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        accelerator="cpu",
    )
    trainer.fit(Module(), loader, loader)
    gold, predicted = (list(side) for side in zip(*DOCUMENTS, strict=True))
    expected = score(gold, predicted, metrics="conll,lea").flat()
    logged = {name: float(value) for name, value in trainer.callback_metrics.items()}
    assert logged == pytest.approx({"f1": expected["conll/f1"], **expected}, abs=1e-12)
