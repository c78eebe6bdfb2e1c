"""The serializers of savers: how a value becomes bytes and comes back."""
