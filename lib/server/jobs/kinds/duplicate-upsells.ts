import "server-only";
import * as z from "zod";
import type { Upsell } from "../../../contract/checkout/upsells.ts";
import { perform } from "../../operations.ts";
import type { Kind, NewItem } from "../kind.ts";
import { collectBaseline, collectMatching } from "./on-records.ts";

const named = { api: "checkout", resource: "upsells", operation: "create" } as const;

const toItem = ({ id, label }: { id: string; label: string | null }): NewItem => ({
  recordId: null,
  label,
  input: { source: id },
});

/** A copy with unknown outcome is found as a new offer with the same name and fields that is no other item's. */
export const duplicateUpsells: Kind = {
  params: z.strictObject({}),
  of: () => named,
  calls: 2,
  alone: true,
  filtered: true,
  begin: () => ({}),
  toItem,
  async collect(turn, cursor) {
    const { filter } = turn.job.params;
    if (!cursor.page) return { ...(await collectBaseline(turn, named)), next: filter ? { page: 1 } : null };
    // The matching offers are read once, because a second pass would copy them twice.
    const found = await collectMatching(turn, named, { ...cursor, pass: Number.POSITIVE_INFINITY }, toItem);
    return { ...found, next: found.next && { page: found.next.page } };
  },
  async prepare(turn, { input }) {
    const { source = "" } = input;
    const { body } = await perform({ ...turn, ...named, operation: "get", params: { id: source } });
    return { source, body: copyOf(body as Upsell) };
  },
};

function copyOf({ name = "", product_id, trigger_products = [], discount, placement }: Upsell) {
  return {
    name: `${name} (copy)`.slice(0, 120),
    product_id,
    trigger_products,
    discount: { type: discount?.type, value: discount?.value },
    ...(placement !== undefined && { placement }),
    status: "draft",
  };
}
