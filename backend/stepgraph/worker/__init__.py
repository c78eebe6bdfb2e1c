"""The disposable process that runs the user's code, and the short-lived one that reads what nobody trusts yet."""
