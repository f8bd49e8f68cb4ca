import "server-only";
import type { Connection } from "../connections.ts";
import { env } from "../env.ts";
import { specifiedLimits } from "./budget.ts";
import { Governor } from "./governor.ts";
import { StoredBudget } from "./stored.ts";

const governors = new Map<string, Governor>();

export function governorOf(connection: Connection): Governor {
  const { holder } = connection;
  let governor = governors.get(holder);
  if (!governor) {
    const stated = connection.api === "checkout" ? env().CHECKOUT_API_LIMITS : env().AFFILIATE_API_LIMITS;
    const limits = (!connection.embedded && stated) || specifiedLimits;
    governor = new Governor(new StoredBudget(holder), limits);
    governors.set(holder, governor);
  }
  return governor;
}
