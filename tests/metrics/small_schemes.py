"""Small schemes for tests, with other letters than the bundled ones and with longer codes."""

from __future__ import annotations

OWN_LETTERS = """
name = "mine"
dominance = ["pt", "pa", "n"]

[types]
name = "pt"
nominal = "n"
pronoun = "q"

[coefficients]
wt = 0.6

[[levels]]
name = "class"
values = { p = "proper name", n = "noun", q = "pronoun" }

[[levels]]
name = "form"
derived = { repetition = "t", "partial repetition" = "a" }
[levels.values.p]
t = "whole"
a = "part"
"""
"""p is a proper name here, and q a pronoun; a whole name dominates a part of one."""

LONGER_CODES = """
name = "longer"
separator = "."
dominance = [{ codes = "nam" }, { codes = ["nom.def", "nom.-"] }]
illegal = ["pro.gen"]
same = ["2:gen/ind"]

[types]
name = "nam"
nominal = "nom.def"
pronoun = "pro"

[[levels]]
name = "kind"
values = { nam = "name", nom = "nominal", pro = "pronoun", other = "anything else" }

[[levels]]
name = "definiteness"
values = { def = "definite", ind = "indefinite", gen = "generic" }
"""
"""Values of three letters and more with a dot between them; a class is called other."""

PRONOUNS_TOO = """
name = "pronouns-too"
separator = "_"
dominance = ["proper", "personal"]

[types]
name = "proper"
nominal = "common"
event = "common"
pronoun = "personal"

[[levels]]
name = "kind"
values = { proper = "name", common = "noun", personal = "pronoun" }

[[levels]]
name = "distance"
values = { near = "near", far = "far" }
"""
"""A pronoun can dominate, a noun and a clause cannot."""
