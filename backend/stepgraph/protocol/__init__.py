"""The wire's shapes: commands in, events out, frames around them, and their export to JSON Schema and TypeScript.

This room knows no other room. Everything is camelCase on the wire, and unknown fields are refused.
"""
