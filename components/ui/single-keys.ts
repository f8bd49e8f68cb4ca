const place = "shortcuts";
const changed = "shortcutschange";

/** Whether a letter, a digit or a sign alone is a shortcut in this browser: who speaks to a computer may not want that. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(place) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(place);
  else localStorage.setItem(place, "off");
  window.dispatchEvent(new Event(changed));
}

/** With the getter above, for `useSyncExternalStore`. */
export function onSingleKeys(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}
