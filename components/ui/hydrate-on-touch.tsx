"use client";

import { Activity, type ReactNode, use, useRef } from "react";
import { useBrowserValue } from "./use-browser";

/**
 * The first of these shows that a person is there, or that the page must be drawn anew. Screen readers press without
 * moving a pointer.
 */
const signs = [
  "pointermove",
  "pointerdown",
  "mousedown",
  "touchstart",
  "click",
  "wheel",
  "keydown",
  "focusin",
  "resize",
  "beforeprint",
];
/** Nobody waits for a page that nobody touches, but what it shows must follow its data. */
const longestMs = 10_000;

let touch: Promise<void> | undefined;
/** Known at once, while a promise is known to be fulfilled only after the event that fulfils it. */
let isTouched = false;

function firstTouch(): Promise<void> {
  touch ??= new Promise((resolve) => {
    const stop = new AbortController();
    const end = () => {
      isTouched = true;
      stop.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    for (const sign of signs) addEventListener(sign, end, { capture: true, passive: true, signal: stop.signal });
  });
  return touch;
}

/**
 * What came from the server stays as it is until somebody touches the page, so the browser neither renders it again nor
 * formats its dates and amounts. A click on it is answered as usual, because React hydrates it before it passes the
 * click on. If the children change earlier, they are hydrated at once; so they must get all data from their parent.
 */
export function HydrateOnTouch({ children }: { children: ReactNode }) {
  const came = useRef({ children, hasChanged: false });
  if (came.current.children !== children) came.current.hasChanged = true;
  return (
    <Activity>
      <Untouched came={came.current}>{children}</Untouched>
    </Activity>
  );
}

function Untouched({ came, children }: { came: { hasChanged: boolean }; children: ReactNode }) {
  const isHydrating = useBrowserValue(() => false, true);
  if (isHydrating && !isTouched && !came.hasChanged && typeof window !== "undefined") use(firstTouch());
  return children;
}
