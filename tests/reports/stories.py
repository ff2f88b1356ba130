"""Small texts of our own with hand-made chains, for the tests of the explorer."""

from __future__ import annotations

from tests.corpora import Story

HARBOUR = Story(
    "harbour",
    (
        "Mara Lind walked to the old harbour and market square .",
        "She met Tomas there , and he gave her the letter .",
        "It was short , and she read it twice .",
        "The old and the new keeper waved , but they said nothing .",
        "Lind turned her lamp slowly on .",
    ),
    {
        "mara": "0-1 11-11 19-19 28-28 46-46 48-48",
        "harbour": "4-6",
        "places": "5-8 6-9",
        "tomas": "13-13 17-17",
        "letter": "20-21 23-23 30-30",
        "keepers": "33-34+38-38 42-42",
        "turning": "47-47+51-51",
    },
)
"""'old harbour and market' and 'harbour and market square' cross; 'The old … keeper' is discontinuous."""

HARBOUR_FIRST = {
    "1": "0-1 11-11 28-28",
    "2": "19-19 46-46 48-48",
    "3": "4-6 5-8",
    "4": "13-13 17-17 20-21",
    "5": "23-23 30-30",
    "6": "33-34+38-38 42-42",
    "7": "39-39 50-50",
}

HARBOUR_SECOND = {
    "1": "0-1 11-11 19-19 28-28 46-46 48-48",
    "2": "17-17 13-13",
    "3": "20-20 23-23 30-30",
    "4": "6-9",
}

ZEROS = Story(
    "zeros",
    ("Ana came home .", "_ opened the door and _ sat down ."),
    {"ana": "0-0 4-4 9-9", "door": "6-7"},
)

HEBREW = Story(
    "hebrew",
    ("נועה הלכה לשוק .", "היא קנתה תפוח ."),
    {"noa": "0-0 4-4", "apple": "6-6"},
)

TURNED = Story("turned", ("Ada \u202ewrote to Bo .", "She waited ."), {"ada": "0-0 5-5", "bo": "3-3"})
"""The second word opens a right-to-left override (U+202E) that nothing closes."""


def long_story(sentences: int) -> Story:
    """Return a document of many long sentences, with a chain that runs through all and one in each."""
    texts, chains = [], {"ada": ""}
    node = 0
    for number in range(sentences):
        filler = "and the water and the wind " * (12 + number % 3 * 8)
        text = f"Ada saw the boat {number} {filler}."
        texts.append(text)
        chains["ada"] += f"{node}-{node} "
        chains[f"boat {number}"] = f"{node + 2}-{node + 4}"
        node += len(text.split(" "))
    return Story("long", texts, chains)


HOSTILE = Story(
    "</script><img src=x onerror=alert(1)>",
    (
        "<b>Ada</b> </script><script>alert(2)</script> <!-- & \" ' ]]> sang .",
        "she <img onerror=alert(3)> left .",
    ),
    {"</script><script>alert(4)</script>": "0-0 8-8", '"><svg onload=alert(5)>': "1-1 9-10"},
)
