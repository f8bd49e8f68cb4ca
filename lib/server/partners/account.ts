import "server-only";
import { and, desc, eq, inArray } from "drizzle-orm";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Link } from "../../contract/affiliate/links.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { newsKinds } from "../../contract/desk/mail-words.ts";
import { ApiError, invalid } from "../../contract/errors.ts";
import type { PartnerDetails, PartnerProfile, PartnerTax } from "../../contract/partner/account.ts";
import { taxFields } from "../../contract/partner/words.ts";
import type { Transaction } from "../../database/client.ts";
import { mailOptOut } from "../../database/schema/desk-mail.ts";
import { partnerPasskey, partnerSession, partner as table } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode } from "../db.ts";
import { env } from "../env.ts";
import { confirmDetails, forgetDetails, maskedDetails, saveDetails, type ToldDetails } from "../payouts/details.ts";
import { listPasskeys, removePasskey } from "../people/passkeys.ts";
import { mayMail } from "../wire/mail.ts";
import { queueMail } from "../work/mail/outbox.ts";
import { applicationsOf, forgetApplicant } from "./applicant.ts";
import { type Partner, type PartnerHandlers, partnerCall, partnerRows } from "./caller.ts";
import { readBalances, toCommissions, toPayout } from "./earnings.ts";
import { keys } from "./keys.ts";
import { toLink } from "./links.ts";
import { requireSession } from "./shut-out.ts";

const placeOf = ({ store, mode, affiliateId }: Partner) => ({ storeId: store.id, mode, affiliateId });

export const profile: PartnerHandlers<"profile"> = {
  get: async (_input, { partner }) => toProfile(partner, await partnerCall<Affiliate>(partner, "affiliates.get")),

  async save({ body }, { partner }) {
    const changed = await partnerCall<Affiliate>(partner, "affiliates.update", { body });
    const name = affiliateName(changed) ?? partner.name;
    await db().update(table).set({ name, updatedAt: new Date() }).where(eq(table.id, partner.id));
    return toProfile({ ...partner, name }, changed);
  },
};

/** Another API than ours tells the affiliate's own minimum only. */
function minimumsOf({ effective_minimum_payouts: each, minimum_payout: own, currency: ownCurrency }: Affiliate) {
  const known: { currency: string | null; amount: number }[] =
    each ?? (own == null ? [] : [{ currency: ownCurrency ?? null, amount: own }]);
  return known.flatMap(({ currency, amount }) => (amount > 0 ? [{ currency, amount }] : []));
}

function toProfile({ name, email }: Partner, row: Affiliate): PartnerProfile {
  const { commission_type: type, commission_rate: value } = row;
  return {
    name,
    email,
    status: row.status ?? null,
    first_name: row.first_name ?? "",
    last_name: row.last_name ?? "",
    company_name: row.company_name ?? "",
    country: row.country ?? "",
    website: row.website ?? "",
    coupon_codes: row.coupon_codes ?? [],
    rate: type !== undefined && value !== undefined ? { type, value } : null,
    payout_method: row.payout_method || null,
    payout_email: row.payout_email || null,
    minimum_payouts: minimumsOf(row),
    currency: row.currency ?? null,
    since: row.approved_at ?? row.created_at ?? null,
  };
}

export const tax: PartnerHandlers<"tax"> = {
  get: async (_input, { partner }) => toTax(partner.tax),

  async save({ body }, { partner }) {
    await db().update(table).set({ tax: body, updatedAt: new Date() }).where(eq(table.id, partner.id));
    return body;
  },
};

const toTax = (known: Record<string, string>) =>
  Object.fromEntries(taxFields.map((name) => [name, known[name] ?? ""])) as PartnerTax;

export const details: PartnerHandlers<"details"> = {
  get: (_input, { partner }) => readDetails(partner),

  /** Somebody with a stolen session cannot send the money elsewhere, as long as mail reaches the affiliate. */
  async save({ body }, { partner, program }) {
    const confirmed = !mayMail();
    const askToConfirm = async (tx: Transaction, { id, masked }: ToldDetails) => {
      const link = new URL(`/partners/${program.slug}/account/confirm/${id}`, env().CARTWRIGHT_ORIGIN).href;
      await queueMail(tx, {
        storeId: partner.store.id,
        mode: partner.mode,
        kind: "payout_details_changed",
        to: partner.email,
        about: { name: partner.name, details: masked, link },
        locale: partner.locale ?? program.locale,
        once: `payout_details_changed ${id}`,
      });
    };
    await saveDetails(placeOf(partner), body.details, {
      by: partner.name,
      confirmed,
      guard: (tx) => requireSession(tx, partner),
      ...(!confirmed && { tell: askToConfirm }),
    });
    return readDetails(partner);
  },

  async confirm({ params }, { partner }) {
    const guard = (tx: Transaction) => requireSession(tx, partner);
    if (await confirmDetails(placeOf(partner), params.id, guard)) return readDetails(partner);
    throw new ApiError(410, "link_ended", sentence("portalConfirmEnded"));
  },
};

async function readDetails(partner: Partner): Promise<PartnerDetails> {
  const { affiliateId, ...place } = placeOf(partner);
  const known = (await maskedDetails(place, [affiliateId])).get(affiliateId);
  return { current: known?.current ?? null, pending: known?.pending ?? null, mail: mayMail() };
}

const newsOf = ({ store, mode, email }: Partner) =>
  and(
    inStoreMode(mailOptOut, { storeId: store.id, mode }),
    eq(mailOptOut.email, email),
    inArray(mailOptOut.kind, newsKinds),
  );

export const notices: PartnerHandlers<"notices"> = {
  async get(_input, { partner }) {
    const rows = await db().select({ kind: mailOptOut.kind }).from(mailOptOut).where(newsOf(partner));
    return { off: newsKinds.filter((kind) => rows.some((row) => row.kind === kind)) };
  },

  async save({ body: { off } }, { partner }) {
    const { store, mode, email } = partner;
    await db().transaction(async (tx) => {
      await tx.delete(mailOptOut).where(newsOf(partner));
      const rows = off.map((kind) => ({ storeId: store.id, mode, email, kind }));
      if (rows.length > 0) await tx.insert(mailOptOut).values(rows).onConflictDoNothing();
    });
    return { off };
  },
};

export const passkeys: PartnerHandlers<"passkeys"> = {
  list: async (_input, { partner }) => ({ data: await listPasskeys(partnerPasskey, partner.id) }),
  remove: ({ params }, { partner }) => removePasskey(partnerPasskey, params.id, partner.id),
};

export const data: PartnerHandlers<"data"> = {
  async get(_input, context) {
    const { partner, program } = context;
    const content = {
      program: program.name,
      profile: await profile.get({}, context),
      applications: await applicationsOf(placeOf(partner)),
      tax: await tax.get({}, context),
      payout_details: await details.get({}, context),
      notices: await notices.get({}, context),
      balances: await readBalances(partner),
      commissions: await toCommissions(partner, await partnerRows<Commission>(partner, "commissions")),
      payouts: (await partnerRows<Payout>(partner, "payouts")).map(toPayout),
      links: (await partnerRows<Link>(partner, "links")).map(toLink),
      keys: await keys.list({}, context),
      passkeys: await passkeys.list({}, context),
      sessions: await db()
        .select({
          address: partnerSession.ipAddress,
          device: partnerSession.userAgent,
          begun_at: partnerSession.createdAt,
          seen_at: partnerSession.updatedAt,
        })
        .from(partnerSession)
        .where(eq(partnerSession.userId, partner.id))
        .orderBy(desc(partnerSession.updatedAt)),
    };
    return new Response(JSON.stringify(content, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${program.slug}-data.json"`,
        "cache-control": "private, no-store",
      },
    });
  },

  /** The program keeps what its accounts need: the name, the address, commissions and payouts. */
  async erase({ body }, { partner }) {
    if (body.email.trim().toLowerCase() !== partner.email) {
      throw invalid({ field: "email", ...sentence("portalOwnEmail") });
    }
    const open = (await readBalances(partner, false)).some((row) => row.in_review || row.owed || row.on_its_way);
    if (open) {
      const message = sentence("portalMoneyOpen");
      throw new ApiError(409, "money_open", message);
    }
    const erased = { status: "inactive", website: null, payout_email: null, payout_method: null };
    await partnerCall(partner, "affiliates.update", { body: erased });
    await forgetDetails(db(), placeOf(partner));
    await forgetApplicant(placeOf(partner), partner.affiliateId, partner.email);
    await db().delete(mailOptOut).where(newsOf(partner));
    await db().delete(table).where(eq(table.id, partner.id));
    return { id: partner.affiliateId, deleted: true };
  },
};
