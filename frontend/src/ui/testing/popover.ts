/** What jsdom lacks of popovers: being shown. Imported by tests. */

HTMLElement.prototype.showPopover = function showPopover(): void {
  this.style.display = "block";
};
