"""Computer opponents. They get what a person in their seat may see, and nothing else."""
