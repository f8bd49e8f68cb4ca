import "server-only";
import type { affiliate as affiliateContract } from "../../contract/affiliate/index.ts";
import type { checkout as checkoutContract } from "../../contract/checkout/index.ts";
import type { Contract } from "../../contract/define.ts";
import { missingFields } from "../../contract/extensions.ts";
import { parse } from "../../contract/parse.ts";
import type { Call, OperationName } from "../wire/call.ts";
import { type Api, isEmbedded } from "../wire/connections.ts";
import { operationOf } from "../wire/contracts.ts";
import type { Next } from "../wire/perform-call.ts";
import { bundles } from "./bundles.ts";
import { experiments } from "./experiments.ts";
import { orders } from "./orders.ts";
import { payouts } from "./payouts.ts";
import type { StandIns } from "./stand-in.ts";
import { webhooks } from "./webhooks.ts";

// An API of others lacks our extensions. Those that screens need are answered here by other means, so that neither a screen nor
// other code of the server knows which API it has.

type Of<C extends Contract> = { [R in keyof C]?: StandIns<C[R]> };

const checkout: Of<typeof checkoutContract> = { orders, bundles, experiments, webhooks };

const affiliate: Of<typeof affiliateContract> = { payouts };

/** What a stand-in does not know, or another API need not report although the specification has it. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  "orders.list": [
    ...["placed_at", "start_date", "end_date", "status", "confirmed", "upsell_id", "bundle_id", "variant"],
    ...["sort", "order"],
  ],
  "webhooks.list": ["health"],
  /** Whether it refuses to delete an affiliate who has earned something. */
  "affiliates.delete": ["refusals"],
  "payouts.list": ["commission_ids"],
  "payouts.owed": ["complete"],
};

type Handler = (input: object, call: Call) => Promise<unknown>;

const standIns: Record<Api, Readonly<Record<string, Readonly<Record<string, unknown>>>>> = { checkout, affiliate };

const handlerOf = ({ api, resource, operation }: OperationName) =>
  standIns[api][resource]?.[operation] as Handler | undefined;

/** Null if another API has neither the operation nor a stand-in for it. */
export function missingFrom(asked: OperationName): readonly string[] | null {
  const fields = handlerOf(asked) ? [] : missingFields(operationOf(asked));
  return fields && [...fields, ...(unknown[`${asked.resource}.${asked.operation}`] ?? [])];
}

export async function answerInstead(call: Call, next: Next): ReturnType<Next> {
  const handler = isEmbedded(call) ? undefined : handlerOf(call);
  if (!handler) return next(call);
  const { query } = operationOf(call);
  const input = { params: call.params ?? {}, query: query && parse(query, call.query ?? {}, "query") };
  return { status: 200, body: await handler(input, call), rate: {} };
}
