"""What stands around the package: documentation, bench, and these tests."""
