"""Other programs' ways in: their command lines (`corefeval as`) and the classes that repositories import, on our counts."""
