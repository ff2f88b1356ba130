"""The pages of a leaderboard: a static folder that any host serves."""
