"""The interface that users program with: SystemContainer, MainSystem and their methods."""
