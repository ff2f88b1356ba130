"""Small texts with phrase trees, and what coval answered on them.

A line is word, tag, cell of the parse column, coreference of the key and of the response. The answers stand in
coval_answers.json: for each text and each set of coval's options recall, precision and F1 of its five metrics, as
its functions returned them (version 87071a6).
"""

from __future__ import annotations

import json
from pathlib import Path

METRICS = ("mention", "muc", "bcub", "ceafe", "lea")
"""In the order of the answers; coval calls the first one mentions."""

OPTIONS = ("NP_only", "remove_nested", "remove_singletons", "min_span")
"""coval's words, joined by a blank where several were given."""

Answers = dict[str, dict[str, list[list[float]]]]

TEXTS = {
    "a shorter response": """
        The       DT  (TOP(S(NP(NP*  (1     (1
        president NN  *)             -      1)
        of        IN  (PP*           -      -
        the       DT  (NP*           (2     -
        republic  NN  *)))           2)|1)  -
        spoke     VBD (VP*)          -      -
        .         .   *))            -      -

        She       PRP (TOP(S(NP*)    (1)    (1)
        left      VBD (VP*           -      -
        it        PRP (NP*))         (2)    (2)
        .         .   *))            -      -
    """,
    "words before a bracket": """
        The       DT  (TOP(S(NP*     (1     (1
        plan      NN  *              -      1)
        to        TO  (S(VP*         -      -
        leave     VB  (VP*))))       1)     -
        failed    VBD (VP*)          -      -
        .         .   *))            -      -

        It        PRP (TOP(S(NP*)    (1)    (1)
        was       VBD (VP*           -      -
        bad       JJ  (ADJP*))       -      -
        .         .   *))            -      -
    """,
    "two of one word": """
        This      DT  (TOP(S(NP*)    (1)    (2)
        is        VBZ (VP*           -      -
        this      DT  (NP*))         (2)    (1)
        ,         ,   *              -      -
        and       CC  *              -      -
        this      DT  (NP*)          (2)    (2)
        .         .   *))            -      -

        It        PRP (TOP(S(NP*)    (1)    (1)
        is        VBZ (VP*)          -      -
        .         .   *))            -      -
    """,
    "a conjunction": """
        The       DT  (TOP(S(NP(NP(NP* (1   (1
        man       NN  *)             -      -
        in        IN  (PP*           -      -
        black     JJ  (NP*)))        -      -
        and       CC  *              -      -
        Ann       NNP (NP(NP*)       (2     1)
        from      IN  (PP*           -      -
        Rome      NNP (NP*))))       2)|1)  (2)
        met       VBD (VP*)          -      -
        .         .   *))            -      -

        They      PRP (TOP(S(NP*)    (1)    (1)
        knew      VBD (VP*           -      -
        her       PRP (NP*))         (2)    (2)
        .         .   *))            -      -
    """,
    "verb phrases": """
        Ann       NNP (TOP(S(NP*)    (1)    (1)
        fell      VBD (VP*           (2     (2)
        hard      RB  (ADVP*))       2)     -
        .         .   *))            -      -

        It        PRP (TOP(S(NP*)    (2)    (2)
        hurt      VBD (VP*           -      (3)
        her       PRP (NP*))         (1)    (1)
        .         .   *))            -      -

        That      DT  (TOP(S(NP*)    -      (3)
        fell      VBD (VP*)          (3)    (3)
        .         .   *))            -      -

        Falling   VBG (TOP(S(VP*)    (3)    -
        hurts     VBZ (VP*)          (3)    -
        .         .   *))            -      -
    """,
    "one inside the other": """
        My        PRP$ (TOP(S(NP(NP(NP* (1|(1|(1|(2) (1|(2)
        aunt      NN   *)            1)     1)
        's        POS  *)            1)     -
        house     NN   *)            1)     -
        burned    VBD  (VP*)         -      -
        .         .    *))           -      -

        I         PRP (TOP(S(NP*)    (2)    (2)
        saw       VBD (VP*           -      -
        the       DT  (NP(NP*        (1|(3  (3
        ashes     NNS *)             3)     3)
        of        IN  (PP*           -      -
        it        PRP (NP*))))       (3)|1) (3)
        .         .   *))            -      -
    """,
    "verb phrase inside a clause of the same minimum span": """
        He        PRP (TOP(S(NP*)    -      -
        wanted    VBD (VP*           -      -
        to        TO  (S(VP*         (1|(1  (1
        run       VB  (VP*))))       (1)|1)|1) 1)|(1)
        .         .   *))            -      -

        That      DT  (TOP(S(NP*)    (1)    (1)
        was       VBD (VP*           (2     -
        wise      JJ  (ADJP*))       2)     (2)
        .         .   *))            -      -
    """,
    "verb phrase around a word of the same minimum span": """
        He        PRP (TOP(S(NP*)    (2)    (2)
        quickly   RB  (VP(ADVP*)     (1     -
        home      NN  (ADVP*)        (1)    (1)
        ran       VBD *)             (1)|1) (1)
        .         .   *))            -      -

        It        PRP (TOP(S(NP*)    (1)    (1)
        hurt      VBD (VP*           -      -
        him       PRP (NP*))         (2)    (2)
        .         .   *))            -      -

        That      DT  (TOP(S(NP*)    (1)    (1)
        lasted    VBD (VP*)          -      -
        .         .   *))            -      -
    """,
    "no constituents, and no tree": """
        old       JJ  (TOP(S(NP(NP*  (1     -
        men       NNS *              1)     (1)
        who       WP  (SBAR*         -      -
        sleep     VBP (S(VP*))))     (2     -
        dream     VBP (VP*           2)     (2)
        .         .   *)))           -      -

        They      PRP *              (1)    (1)
        do        VBP *              (2     (2
        so        RB  *              2)     -
        12.5      CD  *              (3)    2)
        %         NN  *              (3)    (3)
    """,
    "drawn at random 1": """
        a     DT   (TOP(NP* (2)|(2) (2)
        who   NNP  (QP(WHNP* - (2
        who   ,    (TOP(PP(WHNP*)))))) (3) (3)|2)
        this  NNS  (VP* (2) (2)
        car   DT   *) (3) -
        --    NN   (NX*)) - -

        --    NN   (TOP(SBAR*)) (0)|(2)|(2) (0)|(2)|(2)

        car   IN   (TOP(INTJ(PP(VP* (0 -
        and   DT   *) (0 (4
        of    NN   (INTJ*)) - -
        this  VBD  * (1|(3) (3)
        12    CC   *) - -
        -LRB- JJ   (NP-SBJ(VP*)) 1) (1
        1.5   JJ   *) (0)|(0)|(1)|0)|0) (0)|(4)|1)|4)
    """,
    "drawn at random 2": """
        of    NN   * (2 -
        man   PRP  * (0)|2) (0)

        a     NNS  (TOP* (1|(2 -
        of    VBD  (VP(NP(VP(NP-SBJ(ADJP(VP*)) (3)|1)|2) (2
        a     CD   (CONJP*) (3 (3|(3)
        this  NNP  *)))) (1|(1|(3) (1|(3)|2)
        1.5   VBD  * - -
        U.S.  NNP  * - -
        that  PRP  (CONJP*)) 1)|1)|3) 1)|3)

        -LRB- JJ   (TOP(ADJP* - -
        ,     NN   * - -
        that  JJ   * (3|(3) (3
        's    CC   *) - -
        U.S.  PRP  * (0 (0
        that  ,    (NX* 3) 3)
        U.S.  CC   (NML*))) 0) 0)
    """,
    "drawn at random 3": """
        this  ,    (TOP* (0|(0|(2) (0|(0
        who   NNP  * - -
        a     NNP  (NP(PP*)) - -
        --    NN   * (0)|0) -
        12    NNS  (VP(PP*))) (2)|0) (0)|(1)|0)|0)

        -LRB- CC   * (2) (1)

        1.5   CD   (TOP* (0) -
        man   ,    (NML(VP(NP-SBJ*)) (0|(1) -
        --    PRP  (NP*)) 0) -
        the   CD   (S(WHNP(S*)))) - -
    """,
    "drawn at random 4": """
        that  ,    (TOP(NP(NP-SBJ(VP* - -
        a     ,    (S(VP(NX*))))) (0)|(0)|(1) (0)
        's    PRP  * (2) (2
        -LRB- CD   (VP(QP* - -
        's    CC   (NML* - 2)
        --    ,    *)))) - -
        said  NNS  (NP-SBJ(QP*))) - -

        man   IN   (TOP(NP* (1|(1 (1|(1
        --    DT   (INTJ* - 1)
        and   JJ   *) 1) 1)
        12    JJ   * (1)|(2)|1) (2)
        said  CC   (SBAR*))) - (1)

        U.S.  PRP  (TOP*) - -
    """,
    "drawn at random 5": """
        of    DT   (TOP* (0|(1) (1)
        a     VBD  (NP-SBJ*) (0)|0) (0)
        %     DT   * (0|(2 (0|(2
        12    JJ   * - -
        1.5   PRP  (VP(ADJP*) (0 -
        the   CD   *) (0)|0) (0)
        --    JJ   (NX*) - -
        the   VBD  (NP-SBJ*)) 0)|2) 0)|2)

        a     JJ   (TOP* - -
        's    CD   (PP(NX*))) - -

        that  DT   (TOP* - -
        ,     PRP  *) - -
    """,
}


def write(path: Path, text: str, column: int) -> Path:
    """Write one of the texts in CoNLL-2012 format, with the coreference of this column (3 key, 4 response)."""
    lines = ["#begin document (text); part 000"]
    number = 0
    for line in text.strip("\n").splitlines():
        cells = line.split()
        if cells:
            word, tag, parse = cells[:3]
            lines.append("\t".join(["text", "0", str(number), word, tag, parse, *"-----", cells[column]]))
        elif number:
            lines.append("")
        number = number + 1 if cells else 0
    path.write_text("\n".join([*lines, "", "#end document", ""]), encoding="utf-8")
    return path


def answers() -> Answers:
    """Return what coval answered."""
    found: Answers = json.loads(Path(__file__).with_name("coval_answers.json").read_text(encoding="utf-8"))
    return found
