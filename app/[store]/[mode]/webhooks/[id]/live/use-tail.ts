"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import { isLastPage, logPage, sinceOf, type Tail, take } from "./tail";

const lookMs = 3_000;
const afterFailureMs = 9_000;
/** If more deliveries come at once, the rest is left to the log. */
const mostPages = 5;

/**
 * Reads every few seconds from the last known delivery, also after a pause or while the server was away. A hidden page
 * does not read.
 */
export function useTail(id: string, enabled: boolean) {
  const { checkout, extensions } = useDesk();
  const client = useQueryClient();
  const { logs } = checkout.webhooks;
  const queryKey = [...logs.key({ params: { id } }), "tail"];

  async function read(): Promise<Tail> {
    let tail = client.getQueryData<Tail>(queryKey) ?? [];
    const since = sinceOf(tail);
    for (let page = 1; page <= mostPages; page++) {
      const options = logs.options(logPage(id, extensions.checkout, page, since));
      const { data } = await client.fetchQuery({ ...options, staleTime: 0, gcTime: 0, retry: false });
      tail = take(tail, data);
      if (!extensions.checkout || isLastPage(data) || since === undefined) break;
    }
    return tail;
  }

  return useQuery({
    queryKey,
    queryFn: read,
    enabled,
    initialData() {
      const first = client.getQueryData(logs.options(logPage(id, extensions.checkout)).queryKey);
      return first && take([], first.data);
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? afterFailureMs : lookMs),
  });
}
