import "server-only";
import * as z from "zod";
import type { Upsell } from "../../../contract/checkout/upsells.ts";
import type { Kind } from "../kind.ts";
import { callOf } from "../place.ts";
import { collectBaseline } from "./on-records.ts";

const named = { api: "checkout", resource: "upsells", operation: "create" } as const;

/**
 * A copy of unknown outcome is looked for in the list: of the name and the fields that were sent, not there before
 * the job began, and not another item's.
 */
export const duplicateUpsells: Kind = {
  params: z.strictObject({}),
  of: () => named,
  calls: 2,
  alone: true,
  begin: () => ({}),
  toItem: ({ id, label }) => ({ recordId: null, label, input: { source: id } }),
  collect: (turn) => collectBaseline(turn, named),
  async prepare(turn, { input }) {
    const { source = "" } = input;
    const { body } = await callOf(turn, { ...named, operation: "get" }, { params: { id: source } });
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
