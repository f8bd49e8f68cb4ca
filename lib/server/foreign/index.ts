import "server-only";
import type { affiliate as affiliateContract } from "../../contract/affiliate/index.ts";
import type { checkout as checkoutContract } from "../../contract/checkout/index.ts";
import type { Contract, Operation } from "../../contract/define.ts";
import { parse } from "../../contract/parse.ts";
import type { Call, OperationName } from "../wire/call.ts";
import { type Api, isEmbedded, type Mode } from "../wire/connections.ts";
import { bundles } from "./bundles.ts";
import { experiments } from "./experiments.ts";
import { orders } from "./orders.ts";
import { payouts } from "./payouts.ts";
import type { Perform, StandIns } from "./stand-in.ts";
import { webhooks } from "./webhooks.ts";

// An API of others lacks our extensions. Those that screens need are answered here by other means, so that neither a screen nor
// other code of the server knows which API it has.

type Of<C extends Contract> = { [R in keyof C]?: StandIns<C[R]> };

const checkout: Of<typeof checkoutContract> = { orders, bundles, experiments, webhooks };

const affiliate: Of<typeof affiliateContract> = { payouts };

/** What a stand-in does not know, or another API need not report although the specification has it. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  "orders.list": ["placed_at"],
  "webhooks.list": ["health"],
  "affiliates.list": ["payout_method"],
  /** Whether it refuses to delete an affiliate who has earned something. */
  "affiliates.delete": ["refusals"],
  "payouts.list": ["commission_ids"],
  "payouts.owed": ["complete"],
};

type Handler = (input: object, context: { call: Call; perform: Perform }) => Promise<unknown>;

const standIns: Record<Api, Readonly<Record<string, Readonly<Record<string, unknown>>>>> = { checkout, affiliate };

export const unknownOf = ({ resource, operation }: OperationName) => unknown[`${resource}.${operation}`] ?? [];

export function standInFor(asked: OperationName & { mode: Mode }) {
  const { api, resource, operation: name } = asked;
  const handler = standIns[api][resource]?.[name] as Handler | undefined;
  if (!handler || isEmbedded(asked)) return undefined;
  return {
    answer: ({ query }: Operation, call: Call, perform: Perform) =>
      handler(
        { params: call.params ?? {}, query: query && parse(query, call.query ?? {}, "query") },
        { call, perform },
      ),
  };
}
