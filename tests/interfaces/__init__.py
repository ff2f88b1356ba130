"""What holds at every door: the functions, Scorer and the commands."""
