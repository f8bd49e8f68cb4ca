"use client";

import { useQuery } from "@tanstack/react-query";
import { debounce, type SetValues } from "nuqs";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { QueueFilters, queueFilters } from "../filters";

type Input = {
  rows: readonly Commission[];
  open: ReturnType<typeof useOpenCommission>;
  selection: readonly string[];
  onSelect: (ids: string[]) => void;
  maySelect: boolean;
};

/** Moves through the list and selects rows by keys; the focus follows the open commission. */
export function useCursor({ rows, open, selection, onSelect, maySelect }: Input) {
  const { id, at } = open;
  const focusOn = useRowFocus(id);
  const { toggle, selectTo } = useRange(rows, id, selection, onSelect);
  const lastAt = useRef(0);
  useEffect(() => {
    if (at >= 0) lastAt.current = at;
  }, [at]);

  const moveTo = (next: string) => {
    focusOn(next);
    open.moveTo(next);
  };
  const step = (by: 1 | -1, extend: boolean) => {
    // The place of a commission that has left the list is between two rows.
    const from = at < 0 ? lastAt.current - (by > 0 ? 1 : 0) : at;
    const next = rows[Math.min(rows.length - 1, Math.max(0, from + by))];
    if (!next) return;
    if (extend && maySelect) selectTo(next.id);
    moveTo(next.id);
  };

  useShortcut("j", (event) => step(1, event.shiftKey), { repeats: true });
  useShortcut("k", (event) => step(-1, event.shiftKey), { repeats: true });
  useShortcut("x", (event) => (event.shiftKey ? selectTo(id) : toggle()), { enabled: maySelect && id !== "" });

  return {
    moveTo,
    open(next: string) {
      focusOn(next);
      open.open(next);
    },
  };
}

/** A range begins at the row that was selected last, or else at the open one. */
function useRange(
  rows: readonly Commission[],
  id: string,
  selection: readonly string[],
  onSelect: (ids: string[]) => void,
) {
  const anchor = useRef<string | null>(null);
  useEffect(() => {
    if (selection.length === 0) anchor.current = null;
  }, [selection.length]);
  return {
    toggle() {
      anchor.current = id;
      onSelect(selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]);
    },
    selectTo(to: string) {
      anchor.current ??= id;
      const ends = [anchor.current, to].map((each) => rows.findIndex((row) => row.id === each));
      const range = rows.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1).map((row) => row.id);
      onSelect([...new Set([...selection, ...range])]);
    },
  };
}

function useRowFocus(id: string): (next: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null || wanted.current !== id) return;
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"] [data-row-focus]`);
    if (!row) return;
    wanted.current = null;
    const { activeElement } = document;
    // A person who decides with a button keeps the focus on the button.
    const atButton = activeElement !== document.body && !activeElement?.closest("tbody");
    if (!atButton) row.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    row.scrollIntoView({ block: "nearest" });
  });
  return (next) => {
    wanted.current = next;
  };
}

const wide = "(width >= 80rem)";
const isWide = (): boolean => window.matchMedia(wide).matches;

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(wide);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    isWide,
    () => true,
  );
}

/** The open commission is in the address; without one, it is the first of the list. */
export function useOpenCommission(
  rows: readonly Commission[] | undefined,
  { id: current }: QueueFilters,
  setFilters: SetValues<typeof queueFilters>,
) {
  const { affiliate } = useDesk();
  const pushed = useRef(false);
  useEffect(() => {
    if (current === "") pushed.current = false;
  }, [current]);
  const id = current || rows?.[0]?.id || "";
  const at = rows?.findIndex((row) => row.id === id) ?? -1;
  const isUnlisted = current !== "" && at < 0;
  const record = useQuery({
    ...affiliate.commissions.get.options({ params: { id } }),
    enabled: isUnlisted && rows !== undefined,
  });
  return {
    id,
    at,
    commission: rows?.[at] ?? (isUnlisted ? record.data : undefined),
    unlisted: isUnlisted ? record : null,
    moveTo(next: string) {
      // While a key is held, the address is updated less often.
      const limitUrlUpdates = isWide() ? { limitUrlUpdates: debounce(300) } : {};
      void setFilters({ id: next || null }, { history: "replace", ...limitUrlUpdates });
    },
    /** If the commission covers the list, the back button leads to the list. */
    open(next: string) {
      pushed.current = !isWide();
      void setFilters({ id: next }, { history: pushed.current ? "push" : "replace" });
    },
    async close() {
      const back = pushed.current;
      // A pending update of the address must not follow the step back.
      await setFilters({ id: null }, { history: "replace" });
      if (back) window.history.back();
    },
  };
}
