# script: {"load": "hang"}
"""Never comes back from its import."""

while True:
    pass
