import "server-only";
import { ApiError, invalid, isRecord } from "../../contract/errors.ts";
import { amountText, hasFractionsOfCent } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { storeModeOf } from "../db.ts";
import type { Call, Caller } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { has } from "../wire/contracts.ts";
import { readPayer } from "./settings.ts";

/** Above the amount that one person may release, only an owner decides alone. */
export async function requireLimitByHand(
  caller: Pick<Caller, "membership" | "mode">,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  const unit = await readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });
  if (hasFractionsOfCent(amount, currency, unit)) {
    throw invalid({ field: "amount", ...sentence("decimals", { currency }) });
  }
  const { role, store } = caller.membership;
  const { approveAbove } = await readPayer(storeModeOf(caller));
  if (role === "owner" || approveAbove === null) return;
  if (currency !== store.currency) {
    throw invalid({ field: "currency", ...sentence("storeCurrency", { currency: store.currency }) });
  }
  if (amount > approveAbove) {
    const most = amountText(approveAbove, currency, unit);
    throw invalid({ field: "amount", ...sentence("ownerMore", { most }) });
  }
}

/** A payout by hand names no commissions, so nothing but the limit of the role bounds its amount. */
export async function refuseAboveLimit({ api, resource, operation, body, membership, mode }: Call): Promise<void> {
  if (api !== "affiliate" || resource !== "payouts" || operation !== "create") return;
  // Another service takes no amounts by hand.
  if (!has({ api, mode, resource, operation }, "adjustment")) return;
  if (!isRecord(body) || !Array.isArray(body.commission_ids) || body.commission_ids.length > 0) return;
  const { amount, currency } = body;
  if (typeof amount !== "number" || typeof currency !== "string") {
    throw new ApiError(400, "invalid_request", "A payout by hand needs an amount and a currency.");
  }
  await requireLimitByHand({ membership, mode }, { amount, currency });
}
