"""The interface that users program with: MainSystem, what it has and what it can do."""
