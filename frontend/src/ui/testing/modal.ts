/** What jsdom lacks of `<dialog>`: opening as a modal takes the focus, closing tells so. Imported by tests. */

HTMLDialogElement.prototype.showModal = function showModal(): void {
  this.open = true;
  this.querySelector<HTMLElement>("[autofocus], button, input, select, textarea, [tabindex]")?.focus();
};

HTMLDialogElement.prototype.close = function close(): void {
  if (this.open) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  }
};
