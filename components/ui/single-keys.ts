const place = "shortcuts";
const changed = "shortcutschange";

/** Whether single letters, digits or signs are shortcuts in this browser. They can interfere with speech input. */
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

/** For `useSyncExternalStore`, together with the getter above. */
export function onSingleKeys(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}
