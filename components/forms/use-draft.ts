"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { keepInTab, readFromTab } from "@/components/ui/tab-memory";
import { useWindowEvent } from "@/components/ui/use-browser";
import { useDesk } from "@/lib/api/desk";
import type { Draft } from "@/lib/contract/desk/drafts";

type Changes = Record<string, unknown>;
type Options = {
  kind: string;
  record: string;
  base: string | null;
  changes: Changes | null;
  enabled: boolean;
};

const pause = 1_000;
/** How long a draft that was sent by a closing page may take to arrive, in milliseconds. */
const arrival = 3_000;

/** Stores unsaved input on the server. An earlier draft is not overwritten until the person has decided about it. */
export function useDraft({ kind, record, base, changes, enabled }: Options) {
  const { desk, can } = useDesk();
  const [decided, setDecided] = useState(false);
  const params = { kind, record };
  const allowed = enabled && can("desk", "drafts", "put");
  const [isExpected, setExpected] = useState(() => wasJustSent(params));
  useEffect(() => {
    if (!isExpected) return;
    const timer = setTimeout(() => setExpected(false), arrival);
    return () => clearTimeout(timer);
  }, [isExpected]);
  const found = useQuery({
    ...desk.drafts.get.options({ params }),
    enabled: allowed,
    refetchInterval: ({ state }) => (isExpected && !state.data?.data ? 500 : false),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const earlier = decided || !found.isFetchedAfterMount ? null : (found.data?.data ?? null);
  const mayKeep = allowed && (decided || (found.isFetchedAfterMount && !earlier && !isExpected));

  const [keeper] = useState(() =>
    createKeeper((body, keepalive) => {
      if (body === null) return desk.drafts.delete.mutation().mutationFn({ params, keepalive });
      if (keepalive) keepInTab(nameOf(params), String(Date.now()));
      return desk.drafts.put.mutation().mutationFn({ params, body: { body, base: latestBase.current }, keepalive });
    }),
  );
  const latestBase = useRef(base);
  const text = changes && Object.keys(changes).length > 0 ? JSON.stringify(changes) : null;

  useEffect(() => {
    latestBase.current = base;
    if (!mayKeep) return;
    if (text !== null) setDecided(true);
    keeper.want(text);
    // Reverted input is deleted at once; other input is stored after a pause.
    const timer = setTimeout(() => keeper.send(), text === null ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, base, mayKeep, keeper]);

  useWindowEvent("pagehide", () => keeper.send(true));
  useEffect(() => {
    // When the person returns to the page, perhaps after signing in again, a draft that failed is sent again.
    const turn = () => keeper.send(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      keeper.send(true);
    };
  }, [keeper]);

  const forget = () => {
    setDecided(true);
    keeper.want(null, earlier !== null);
    keeper.send();
  };
  return {
    earlier,
    restore(): Draft["body"] {
      setDecided(true);
      keeper.assume();
      return earlier?.body ?? {};
    },
    /** The form calls this once everything is saved, too. */
    forget,
  };
}

/** Only one request runs at a time, so that an old one never overtakes a new one. */
function createKeeper(send: (body: Changes | null, keepalive: boolean) => Promise<unknown>) {
  let wanted: string | null = null;
  let kept: string | null = null;
  let running = Promise.resolve();
  return {
    /** `surely` deletes even if this page does not know of a stored draft. */
    want(text: string | null, surely = false) {
      wanted = text;
      if (surely) kept = "";
    },
    assume() {
      kept = "";
    },
    send(keepalive = false) {
      if (wanted === kept) return;
      const text = wanted;
      const before = kept;
      kept = text;
      const go = () => send(text === null ? null : JSON.parse(text), keepalive);
      // A page that is closing cannot wait for its turn.
      const sent = keepalive ? go() : running.then(go);
      running = sent.then(
        () => {},
        () => {
          if (kept === text) kept = before;
        },
      );
    },
  };
}

type Params = { kind: string; record: string };
const nameOf = ({ kind, record }: Params) => `draft ${kind} ${record}`;
const wasJustSent = (params: Params) => Number(readFromTab(nameOf(params))) > Date.now() - 10_000;
