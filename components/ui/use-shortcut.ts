"use client";

import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";
import { onWindow } from "./use-browser";

const storageKey = "shortcuts";
const changed = "shortcutschange";

/** Single letters, digits or signs as shortcuts can interfere with speech input, so a person can turn them off. */
function singleKeysAreOn(): boolean {
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

/** Keys belong to a text in an input, in an editable element, or while an input method is composing. */
export function isTyping(event: KeyboardEvent) {
  if (event.isComposing || event.keyCode === 229) return true;
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return (
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit", "range", "file"].includes(target.type)
  );
}

type Options = {
  enabled?: boolean;
  inDialogs?: boolean;
  /** Works in text fields, too; for combinations such as mod+k. */
  whileTyping?: boolean;
  repeats?: boolean;
};

const named = (event: KeyboardEvent) => {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  return event.metaKey || event.ctrlKey ? `mod+${key}` : event.altKey ? `alt+${key}` : key;
};

type Shortcut = Required<Omit<Options, "enabled">> & { keys: string; run: (event: KeyboardEvent) => void };

const bound = new Set<Shortcut>();

export const boundShortcuts = (): ReadonlySet<string> => new Set([...bound].map(({ keys }) => keys));

/** The first key of a sequence, which the next key may continue for a second. */
let begun: { key: string; at: number } | undefined;

function onKey(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || ["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const key = named(event);
  if (key.length === 1 && !singleKeysAreOn()) return;
  const continues = begun && event.timeStamp - begun.at < 1000 && !key.includes("+");
  const pressed = continues ? `${begun?.key} ${key}` : key;
  const find = (fits: (keys: string) => boolean) =>
    [...bound].find(
      ({ keys, repeats, whileTyping, inDialogs }) =>
        fits(keys) &&
        (repeats || !event.repeat) &&
        (whileTyping || !isTyping(event)) &&
        (inDialogs || !document.querySelector("dialog:modal, [role=menu]:popover-open")),
    );
  const complete = find((keys) => keys === pressed);
  begun = !complete && find((keys) => keys.startsWith(`${key} `)) ? { key, at: event.timeStamp } : undefined;
  if (!complete) return;
  event.preventDefault();
  complete.run(event);
}

/** `keys` is one key ("?"), a combination ("mod+k"), or a sequence within a second ("g u"). */
export function useShortcut(keys: string, handler: (event: KeyboardEvent) => void, options: Options = {}) {
  const { enabled = true, inDialogs = false, whileTyping = false, repeats = false } = options;
  const run = useEffectEvent(handler);
  useLayoutEffect(() => {
    if (!enabled) return;
    const shortcut = { keys, inDialogs, whileTyping, repeats, run: (event: KeyboardEvent) => run(event) };
    if (bound.size === 0) window.addEventListener("keydown", onKey);
    bound.add(shortcut);
    return () => {
      bound.delete(shortcut);
      if (bound.size === 0) window.removeEventListener("keydown", onKey);
    };
  }, [keys, enabled, inDialogs, whileTyping, repeats]);
}

// Keys that a person types while something is loading go to the field that is about to appear, and not to shortcuts of
// the page behind it.

let typed = "";

export function keepTyping(): void {
  window.addEventListener("keydown", collect, { capture: true });
}

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
