import "server-only";
import { createFormat } from "../../format.ts";
import { showAmount } from "../../money.ts";
import type { Executor, StoreMode } from "../db.ts";
import { env } from "../env.ts";
import { programOf } from "../memory/partner-program.ts";
import { reasonFor } from "../payouts/reason-for.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { findContacts } from "./contacts.ts";

/** Tells an affiliate once that a payout was paid, and once that it failed or was returned. */
export async function queuePayoutMail(tx: Executor, storeMode: StoreMode, payout: Record<string, unknown>) {
  const { id, affiliate_id, status, amount, currency, failure_reason: why } = payout;
  if (status !== "paid" && status !== "failed") return;
  if (typeof affiliate_id !== "string" || typeof amount !== "number" || typeof currency !== "string") return;
  const contact = (await findContacts(tx, storeMode, [affiliate_id])).get(affiliate_id);
  if (!contact) return;
  const { to, locale, name } = contact;
  const format = createFormat({ locale, currency, timeZone: "UTC" });
  const unit = await readMoneyUnit({ ...storeMode, api: "affiliate" });
  const about = { name, amount: showAmount(format, amount, currency, unit) };
  const rest = { ...storeMode, to, locale };
  if (status === "paid") return queueMail(tx, { ...rest, kind: "payout_sent", about, once: `payout_sent ${id}` });
  const { slug, portalOpen } = await programOf(storeMode);
  const link = portalOpen ? new URL(`/partners/${slug}/account?change=payout`, env().CARTWRIGHT_ORIGIN).href : "";
  const reason = (await reasonFor(locale, typeof why === "string" ? why : null)) ?? "";
  await queueMail(tx, {
    ...rest,
    kind: "payout_failed",
    about: { ...about, reason, link },
    once: `payout_failed ${id}`,
  });
}
