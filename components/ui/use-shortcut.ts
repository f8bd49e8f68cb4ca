"use client";

import { useEffect, useEffectEvent } from "react";
import { singleKeysAreOn } from "./single-keys";

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
  /** Works while a dialog or a menu is open, too. */
  inDialogs?: boolean;
  /** Works in text fields, too; for combinations such as mod+k. */
  whileTyping?: boolean;
  repeats?: boolean;
};

const named = (event: KeyboardEvent) => {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  return event.metaKey || event.ctrlKey ? `mod+${key}` : event.altKey ? `alt+${key}` : key;
};

/** The time of the first key of a sequence that may continue. */
let begunAt = Number.NEGATIVE_INFINITY;

const bound = new Map<string, number>();

export const boundShortcuts = (): ReadonlySet<string> => new Set(bound.keys());

/** `keys` is one key ("?"), a combination ("mod+k"), or a sequence within a second ("g u"). */
export function useShortcut(keys: string, handler: (event: KeyboardEvent) => void, options: Options = {}) {
  const { enabled = true, inDialogs = false, whileTyping = false, repeats = false } = options;
  const run = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    const wanted = keys.toLowerCase().split(" ");
    bound.set(keys, (bound.get(keys) ?? 0) + 1);
    let done = 0;
    let last = 0;
    const listener = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        (event.repeat && !repeats) ||
        ["Shift", "Control", "Alt", "Meta"].includes(event.key)
      )
        return;
      if (event.isComposing || (!whileTyping && isTyping(event))) return;
      if (event.timeStamp - last > 1000) done = 0;
      last = event.timeStamp;
      const key = named(event);
      // Most keys belong to other handlers, so the page is searched only for keys of this shortcut.
      if (key !== wanted[done] && key !== wanted[0]) {
        done = 0;
        return;
      }
      if (key.length === 1 && !singleKeysAreOn()) return;
      if (!inDialogs && document.querySelector("dialog:modal, [role=menu]:popover-open")) return;
      // The second key of a sequence belongs to no other shortcut.
      if (wanted.length === 1 && !key.includes("+") && event.timeStamp > begunAt && event.timeStamp - begunAt < 1000)
        return;
      done = key === wanted[done] ? done + 1 : key === wanted[0] ? 1 : 0;
      if (done < wanted.length) {
        if (done > 0) begunAt = event.timeStamp;
        return;
      }
      done = 0;
      begunAt = Number.NEGATIVE_INFINITY;
      event.preventDefault();
      run(event);
    };
    window.addEventListener("keydown", listener);
    return () => {
      window.removeEventListener("keydown", listener);
      const left = (bound.get(keys) ?? 1) - 1;
      if (left > 0) bound.set(keys, left);
      else bound.delete(keys);
    };
  }, [keys, enabled, inDialogs, whileTyping, repeats]);
}
