"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import { sinceOf, type Tail, take } from "./tail";

const lookMs = 3_000;
const longestWaitMs = 15_000;
const pageSize = 100;
/** More than that at once is for the log. */
const mostPages = 5;

export type TailState = { tail: Tail | null; error: Error | null; checkedAt: Date | null };

/** Looks every few seconds, from what it knows on: also after the server, or the network, was away. */
export function useTail(id: string, running: boolean): TailState {
  const { checkout, extensions } = useDesk();
  const queryClient = useQueryClient();
  const [state, setState] = useState<TailState>({ tail: null, error: null, checkedAt: null });
  /** Also over a pause: what it missed is asked for then. */
  const known = useRef<Tail | null>(null);
  useEffect(() => {
    if (!running) return;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    async function read(): Promise<Tail> {
      let tail = known.current ?? [];
      const since = sinceOf(tail);
      for (let page = 1; page <= mostPages; page++) {
        const query = { page, per_page: pageSize, ...(since && { since }) };
        const options = checkout.webhooks.logs.options(
          extensions.checkout ? { params: { id }, query } : { params: { id } },
        );
        const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0, retry: false });
        tail = take(tail, data);
        if (!extensions.checkout || data.length < pageSize || since === undefined) break;
      }
      return tail;
    }

    async function look() {
      // Nobody sees a hidden page; it catches up when it is shown.
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
