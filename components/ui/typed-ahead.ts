// Keys that a person types while something is loading go to the field that is about to appear, and not to shortcuts of
// the page behind it.

let typed = "";
let listening = false;

export function keepTyping(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("keydown", keep, { capture: true });
}

/** Once the text is taken, keys work normally again. */
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
