"""The 2 × 2 transformation of Aspinall et al.: blocks of four pieces that match."""
