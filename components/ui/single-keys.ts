import { useSyncExternalStore } from "react";
import { onWindow } from "./on-window";

const storageKey = "shortcuts";
const changed = "shortcutschange";

/** Single letters, digits or signs as shortcuts can interfere with speech input, so a person can turn them off. */
export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, "off");
  window.dispatchEvent(new Event(changed));
}

const onChange = onWindow(changed, "storage");

export const useSingleKeys = () => useSyncExternalStore(onChange, singleKeysAreOn, () => true);
