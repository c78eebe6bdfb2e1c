"""A planned story: what a caller does with the thread of a planned graph, and all that it leaves behind."""

from __future__ import annotations

from typing import Any

from tests.conformance.random_graphs.bench import Bench
from tests.conformance.random_graphs.building import build
from tests.conformance.random_graphs.driving import invoked, parted, streamed, updated
from tests.conformance.random_graphs.events import by_namespace
from tests.conformance.random_graphs.nodes import Plan, target_of
from tests.conformance.random_graphs.steps import open_questions, snapshot, step_records
from tests.conformance.records import answer

THREAD: Plan = {"configurable": {"thread_id": "1"}}


class Story:
    """One thread of a planned graph on one library."""

    def __init__(self, lib: Any, plan: Plan) -> None:
        self.plan = plan
        self.lib = lib
        self.is_async = plan.get("driver") == "async"
        self.bench = Bench(lib, is_async=self.is_async)
        self.saver = lib.InMemorySaver()
        graph = plan["graph"]
        builder = build(self.bench, graph)
        stops = {"interrupt_before": graph.get("before", []), "interrupt_after": graph.get("after", [])}
        self.kept = builder.compile(checkpointer=self.saver, **stops)
        self.bare = builder.compile(**stops)

    def tell(self) -> Plan:
        """Do everything, and return what it left behind."""
        calls = [self._do(action) for action in self.plan["story"]]
        return {"calls": calls, "steps": step_records(self.kept, self.saver)}

    def _do(self, action: Plan) -> Plan:
        self.bench.begin_call()
        if action["do"] == "bare":
            return {"do": "bare", **self._run(self.bare, action, action["input"], {})}
        config = self._place(action)
        if action["do"] == "edit":
            done = {"outcome": answer(lambda: self._edit(action, config))}
        else:
            options = {"durability": self.plan.get("durability", "sync")}
            done = self._run(self.kept, action, self._given(action), config, **options)
        return {"do": action["do"], **done, "state": snapshot(self.kept, THREAD)}

    def _place(self, action: Plan) -> Plan:
        """Return the config of the thread, or of one of its earlier checkpoints."""
        if "back" not in action:
            return THREAD
        past = [state.config for state in self.kept.get_state_history(THREAD)]
        if not past:
            return THREAD
        self.bench.mark("edit of the past" if action["do"] == "edit" else "time travel")
        config: Plan = past[action["back"] % len(past)]
        return config

    def _given(self, action: Plan) -> Any:
        kind = action["do"]
        if kind == "run":
            return action["input"]
        if kind == "on":
            return None
        if kind == "command":
            goto = [target_of(self.bench, target) for target in action.get("goto", [])]
            self.bench.mark("command as input")
            return self.lib.Command(update=action.get("update"), goto=goto)
        return self._answer(action)

    def _answer(self, action: Plan) -> Any:
        """Return the answer to the open questions; going on when there are none."""
        asked = open_questions(self.kept, THREAD)
        if not asked:
            return None
        if action["how"] == "bare":
            self.bench.mark("bare answer")
            return self.lib.Command(resume="yes", update=action.get("update"))
        self.bench.mark("answers by id")
        chosen = asked[:1] if action["how"] == "first" else asked
        return self.lib.Command(resume={question: f"yes {place}" for place, question in enumerate(chosen)})

    def _run(self, graph: Any, action: Plan, given: Any, config: Plan, **options: Any) -> Plan:
        config = {**config, "recursion_limit": action.get("limit", self.plan.get("limit", 25))}
        for when in ("before", "after"):
            if when in action:
                options[f"interrupt_{when}"] = action[when]
        if action.get("invoke"):
            return {"outcome": answer(lambda: invoked(graph, given, config, options, is_async=self.is_async))}
        modes, inside = self.plan.get("modes", "updates"), self.plan.get("inside", False)
        options |= {"stream_mode": modes, "subgraphs": inside}
        events: list[tuple[Any, str, Any]] = []

        def take(chunk: Any) -> None:
            ns, mode, payload = parted(chunk, modes, has_namespace=inside)
            self.bench.hear(mode, payload)
            events.append((ns, mode, payload))

        outcome = answer(lambda: streamed(graph, given, config, options, take, is_async=self.is_async))
        return {"outcome": outcome, "events": by_namespace(events)}

    def _edit(self, action: Plan, config: Plan) -> bool:
        node = action.get("as")
        return updated(
            self.kept, config, action.get("values"), self.lib.END if node == "END" else node, is_async=self.is_async
        )
