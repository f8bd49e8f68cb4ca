// What somebody types between the key that opens something and its coming, which on a slow network takes a while: it is kept
// for the field that they meant, and no shortcut of the page behind it hears it.

let typed = "";
let listening = false;

export function keepTyping(): void {
  if (listening) return;
  listening = true;
  window.addEventListener("keydown", keep, { capture: true });
}

/** What was typed meanwhile; from now on keys go where they belong. */
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
