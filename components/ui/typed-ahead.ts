// Keeps keys that a person types after opening something that is still loading. They go to the field that the person
// meant, and shortcuts of the page behind it ignore them.

let typed = "";
let listening = false;

export function keepTyping(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("keydown", keep, { capture: true });
}

/** Returns the typed text; from now on, keys work normally. */
export function takeTyped(): string {
  window.removeEventListener("keydown", keep, { capture: true });
  listening = false;
  const taken = typed;
  typed = "";
  return taken;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Backspace") typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
