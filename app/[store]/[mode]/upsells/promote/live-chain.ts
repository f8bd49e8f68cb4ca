"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import { nextOf } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { isTwin, twinQuery, useLive } from "./live";

/** IDs in live by those in the sandbox, and the names of the next offers that live does not have. */
export type LiveChain = { ids: ReadonlyMap<string, string>; absent: string[] };

/** A live offer with the same name and product is probably the one that a sandbox offer was tried out for. */
export function useLiveTwins() {
  const { checkout } = useDesk();
  const live = useLive();
  const queryClient = useQueryClient();
  const twinOf = async (upsell: Upsell): Promise<Upsell | undefined> => {
    const options = live.checkout.upsells.list.options(twinQuery(upsell));
    const { data } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
    return data.find((one) => isTwin(one, upsell));
  };
  /** What a list leaves out is read too. */
  const read = (id: string) => queryClient.fetchQuery(checkout.upsells.get.options({ params: { id } }));
  const chainOf = async (upsell: Upsell, known: LiveChain["ids"] = new Map()): Promise<LiveChain> => {
    const ids = new Map(known);
    const absent: string[] = [];
    for (const id of nextOf(upsell).filter((id) => !ids.has(id))) {
      const next = await read(id);
      const twin = await twinOf(next);
      if (twin) ids.set(id, twin.id);
      else absent.push(next.name ?? id);
    }
    return { ids, absent };
  };
  return { twinOf, read, chainOf };
}

/** What follows an offer stands before it, so that it has an ID in live already. */
export function lastFirst(upsells: readonly Upsell[]): Upsell[] {
  const byId = new Map(upsells.map((upsell) => [upsell.id, upsell]));
  const seen = new Set<string>();
  const withNext = (id: string): Upsell[] => {
    const upsell = byId.get(id);
    if (!upsell || seen.has(id)) return [];
    seen.add(id);
    return [...nextOf(upsell).flatMap(withNext), upsell];
  };
  return upsells.flatMap(({ id }) => withNext(id));
}
