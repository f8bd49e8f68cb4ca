"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { isLastPage, logPage, sinceOf, type Tail, take } from "./tail";

const lookMs = 3_000;
const longestWaitMs = 15_000;
/** If more deliveries come at once, the rest is left to the log. */
const mostPages = 5;

type Page = { data: WebhookLog[] };
export type TailState = { tail: Tail | null; error: Error | null; checkedAt: Date | null };

/** Reads every few seconds from the last known delivery, also after the server or the network was away. */
export function useTail(id: string, running: boolean): TailState {
  const { checkout, extensions } = useDesk();
  const queryClient = useQueryClient();
  const [first] = useState(() => {
    const page = queryClient.getQueryData(checkout.webhooks.logs.key(logPage(id, extensions.checkout)));
    return page ? take([], (page as Page).data) : null;
  });
  const [state, setState] = useState<TailState>({ tail: first, error: null, checkedAt: null });
  /** The known deliveries are kept during a pause, so that the next request includes what was missed. */
  const known = useRef<Tail | null>(first);
  useEffect(() => {
    if (!running) return;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    async function read(): Promise<Tail> {
      let tail = known.current ?? [];
      const since = sinceOf(tail);
      for (let page = 1; page <= mostPages; page++) {
        const options = checkout.webhooks.logs.options(logPage(id, extensions.checkout, page, since));
        const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0, retry: false });
        tail = take(tail, data);
        if (!extensions.checkout || isLastPage(data) || since === undefined) break;
      }
      return tail;
    }

    async function look() {
      // A hidden page does not read; it catches up when it is shown.
      if (document.visibilityState === "hidden") return plan(lookMs);
      try {
        const tail = await read();
        if (stopping.signal.aborted) return;
        failures = 0;
        known.current = tail;
        setState({ tail, error: null, checkedAt: new Date() });
      } catch (cause) {
        if (stopping.signal.aborted) return;
        failures++;
        setState((last) => ({ ...last, error: cause as Error }));
      }
      plan(Math.min(longestWaitMs, lookMs * (failures + 1)));
    }
    function plan(ms: number) {
      timer = setTimeout(look, ms);
    }
    void look();
    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
  }, [id, running, checkout, extensions.checkout, queryClient]);
  return state;
}
