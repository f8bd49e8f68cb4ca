import type { Desk } from "@/lib/api/desk";
import type { toQuery } from "../filters";

/** The key is one of commissions, so that the queue is read again whenever commissions are. */
export const readQueue = (
  { affiliate, desk }: Pick<Desk, "affiliate" | "desk">,
  query: ReturnType<typeof toQuery>,
) => ({
  ...desk.review_queue.list.options({ query }),
  queryKey: [...affiliate.commissions.list.prefix, "queue", { query }],
});
