"use client";

import { useLocale } from "next-intl";
import { Activity, type ReactNode, startTransition, use, useEffect, useRef, useState } from "react";
import { useBrowserValue, useCameAsHtml } from "./use-browser";

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

/** For what only somebody who points at the page needs. At first false, because the server does not know. */
export function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    firstTouch().then(() => startTransition(() => setTouched(true)));
  }, []);
  return touched;
}

type Came = { shows: readonly unknown[]; element?: ReactNode; hasChanged: boolean; isHydrated: boolean };

/**
 * What came from the server stays as it is until somebody touches the page, so the browser neither renders it again nor
 * formats its dates and amounts. A click on it is answered as usual, because React hydrates it before it passes the
 * click on. If something that it `shows` or the language changes earlier, it is rendered anew at once; so its parent
 * must know all data.
 */
export function HydrateOnTouch({ shows: data, children }: { shows: readonly unknown[]; children: ReactNode }) {
  const shows = [useLocale(), ...data];
  const [, setHydrated] = useState(false);
  const cameAsHtml = useCameAsHtml();
  const came = useRef<Came>({ shows, hasChanged: false, isHydrated: false }).current;
  const differs = () => shows.length !== came.shows.length || shows.some((part, at) => part !== came.shows[at]);
  came.hasChanged ||= !came.isHydrated && differs();
  const element = (
    // With another key, React replaces what came as HTML instead of comparing it with data that it does not show.
    <Activity key={came.hasChanged ? "anew" : "came"}>
      <Untouched came={came} onHydrated={setHydrated}>
        {children}
      </Untouched>
    </Activity>
  );
  if (!cameAsHtml || came.isHydrated || came.hasChanged) return element;
  // React leaves an element that it knows alone.
  came.element ??= element;
  return came.element;
}

type UntouchedProps = { came: Came; onHydrated: (done: true) => void; children: ReactNode };

function Untouched({ came, onHydrated, children }: UntouchedProps) {
  const isHydrating = useBrowserValue(() => false, true);
  useEffect(() => {
    came.isHydrated = true;
    onHydrated(true);
  }, [came, onHydrated]);
  // Must be last: React does not expect hooks after it if the touch comes while it waits.
  if (isHydrating && !isTouched && !came.hasChanged && typeof window !== "undefined") use(firstTouch());
  return children;
}
