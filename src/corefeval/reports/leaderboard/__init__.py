"""The pages of a leaderboard: a static folder for any web host."""
