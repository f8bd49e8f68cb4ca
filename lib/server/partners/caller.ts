import "server-only";
import type { Page } from "../../contract/common.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import type { partnerContract } from "../../contract/partner/index.ts";
import { sentence } from "../../sentences.ts";
import type { PartnerProgram } from "../memory/partner-program.ts";
import { withPaidDays } from "../payouts/paid-days.ts";
import { walk } from "../payouts/read-all-pages.ts";
import type { Caller } from "../wire/call.ts";
import { asSystem, type Store } from "../wire/call.ts";
import { has } from "../wire/contracts.ts";
import { perform } from "../wire/perform-call.ts";

export type Partner = {
  id: string;
  affiliateId: string;
  mode: "live" | "sandbox";
  store: Store;
  name: string;
  email: string;
  locale: string | null;
  tax: Record<string, string>;
  /** Absent for a call with the partner's API key. */
  sessionId?: string;
};

export type PartnerContext = { partner: Partner; program: PartnerProgram };

export type PartnerHandlers<Resource extends keyof typeof partnerContract> = ResourceHandlers<
  (typeof partnerContract)[Resource],
  PartnerContext
>;

/** All that a partner can cause in the affiliate API, and the place where each operation names the affiliate. */
const operations = {
  "affiliates.get": "path",
  "affiliates.update": "path",
  "analytics.summary": "query",
  "commissions.list": "query",
  "links.create": "body",
  "links.list": "query",
  "payouts.list": "query",
} as const;

export type PartnerOperation = keyof typeof operations;
type Sent = {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** False for a read by whose response something is decided. */
  screen?: boolean;
};

/** Partners give way to staff, who share the rate limits of the key. */
export const callerOfPartner = ({ id, name, store, mode }: Partner): Caller => ({
  membership: asSystem(store),
  mode,
  lane: "prefetch",
  actor: { kind: "partner", id, name },
});

const summaryOfOne = { api: "affiliate", resource: "analytics", operation: "summary" } as const;

/** An API that cannot filter would return the figures of everybody. */
export const hasFiguresOfOne = ({ mode }: Partner): boolean => has({ ...summaryOfOne, mode }, "affiliate_id");

/** Names the partner's own affiliate, whatever was sent, and returns nothing that belongs to another one. */
export async function partnerCall<T>(partner: Partner, name: PartnerOperation, sent: Sent = {}): Promise<T> {
  const place = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!place || (name === "analytics.summary" && !hasFiguresOfOne(partner))) {
    throw new ApiError(403, "not_for_partners", "The portal cannot do this.");
  }
  const [resource = "", operation = ""] = name.split(".");
  const own = { affiliate_id: partner.affiliateId };
  const answer = await perform({
    ...callerOfPartner(partner),
    api: "affiliate",
    resource,
    operation,
    screen: sent.screen ?? true,
    ...(place === "path" && { params: { id: partner.affiliateId } }),
    query: place === "query" ? { ...sent.query, ...own } : sent.query,
    body: place === "body" ? { ...sent.body, ...own } : sent.body,
  });
  return ownOnly(partner, name, answer.body) as T;
}

function ownOnly({ affiliateId }: Partner, name: PartnerOperation, body: unknown): unknown {
  if (!isRecord(body)) throw missing();
  if (name === "analytics.summary") return body;
  if (Array.isArray(body.data)) return { ...body, data: body.data.filter((row) => row.affiliate_id === affiliateId) };
  if ((name.startsWith("affiliates.") ? body.id : body.affiliate_id) !== affiliateId) throw missing();
  return body;
}

const missing = () => new ApiError(404, "not_found", sentence("portalGone"));

type Row = { id: string; affiliate_id?: string | undefined };
type Resource = "commissions" | "links" | "payouts";
type Listing = { page: number; per_page: number; [name: string]: unknown };

/** One page of the partner's own rows. An API that cannot filter by affiliate is read whole. */
export async function partnerPage<T extends Row>(
  partner: Partner,
  resource: Resource,
  { page, per_page, ...query }: Listing,
): Promise<Page<T>> {
  const list = { api: "affiliate", resource, operation: "list", mode: partner.mode } as const;
  if (has(list, "affiliate_id"))
    return partnerCall(partner, `${resource}.list`, { query: { ...query, page, per_page } });
  const rows = await partnerRows<T>(partner, resource, query);
  const data = rows.slice((page - 1) * per_page, page * per_page);
  return { data, pagination: { page, per_page, total: rows.length } };
}

export async function partnerRows<T extends Row>(
  partner: Partner,
  resource: Resource,
  query: Record<string, unknown> = {},
): Promise<T[]> {
  const reader = {
    async page<R>(of: string, asked: object): Promise<Page<R>> {
      const call = { ...callerOfPartner(partner), api: "affiliate" as const, resource: of, operation: "list" };
      return (await perform({ ...call, screen: true, query: { ...asked, affiliate_id: partner.affiliateId } }))
        .body as Page<R>;
    },
  };
  const { records, complete } = await walk<T>(reader, resource, query, { whole: true });
  if (!complete) throw new ApiError(503, "unavailable", sentence("portalTooLong"));
  const rows = records.filter(({ affiliate_id }) => affiliate_id === partner.affiliateId);
  if (resource !== "payouts" || has({ api: "affiliate", resource, operation: "update", mode: partner.mode }))
    return rows;
  return withPaidDays({ storeId: partner.store.id, mode: partner.mode }, rows);
}
