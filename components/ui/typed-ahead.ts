// Keys that a person types while something is loading go to the field that is about to appear, and not to shortcuts of
// the page behind it.

let typed = "";

export function keepTyping(): void {
  window.addEventListener("keydown", collect, { capture: true });
}

/** Once the text is taken, keys work normally again. */
export function takeTyped(): string {
  window.removeEventListener("keydown", collect, { capture: true });
  const taken = typed;
  typed = "";
  return taken;
}

function collect(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
