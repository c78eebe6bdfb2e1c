# One-liners over scripts/setup.py; written for make 3.81 too. `make help` says what each does.
PYTHON = python3
COMMANDS = setup run test check bench dev lock clean help

.DEFAULT_GOAL := help
.PHONY: $(COMMANDS)
$(COMMANDS):
	@$(PYTHON) -m scripts.setup $@
