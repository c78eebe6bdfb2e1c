"""The superstep core: plan, execute, apply and commit over explicit state, driven from outside."""
