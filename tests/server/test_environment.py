"""What a worker sees of the server's environment: what every program needs, and nothing secret."""

from __future__ import annotations

from stepgraph.server.environment import worker_environment

SERVER = {
    "PATH": "/bin",
    "HOME": "/home/somebody",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "PYTHONPATH": "lib",
    "OPENAI_API_KEY": "secret",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "STEPGRAPH_DATA": "/data",
    "DATABASE_URL": "postgres://user:secret@host",
    "SSH_AUTH_SOCK": "/tmp/agent",
    "LD_PRELOAD": "evil.so",
    "PYTHONSTARTUP": "evil.py",
}


def test_keys_and_paths_of_the_server_stay_out() -> None:
    """A graph finds the programs and languages of the person, and no key that nobody gave it."""
    assert worker_environment(SERVER, allowed=()) == {
        "PATH": "/bin",
        "HOME": "/home/somebody",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": "lib",
        "LANGGRAPH_STRICT_MSGPACK": "true",
    }


def test_a_variable_that_the_person_names_is_passed_on() -> None:
    """By its exact name, and no other."""
    seen = worker_environment(SERVER, allowed=("OPENAI_API_KEY", "NOT_SET"))

    assert {name for name, text in seen.items() if text == "secret"} == {"OPENAI_API_KEY"}
    assert "NOT_SET" not in seen
