"""A document's text as a `Model`: what its graphs are, told from the syntax alone."""
