const place = "shortcuts";
const changed = "shortcutschange";

/** Single letters, digits or signs as shortcuts can interfere with speech input, so a person can turn them off. */
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

export function onSingleKeys(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}
