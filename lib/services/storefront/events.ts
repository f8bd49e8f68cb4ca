import { and, eq, inArray } from "drizzle-orm";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { FieldError } from "../../contract/errors.ts";
import { isRecord } from "../../contract/errors.ts";
import { fieldErrors } from "../../contract/parse.ts";
import { unlikelyTime } from "../../contract/shop-report-fields.ts";
import {
  type storefront as contract,
  type IngestOutcome,
  type StorefrontEvent,
  type StorefrontEventOf,
  storefrontEvent,
} from "../../contract/storefront.ts";
import type { Database } from "../../database/client.ts";
import type { experiment } from "../../database/schema/checkout.ts";
import { storefrontEvent as eventTable } from "../../database/schema/checkout-sales.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toMinor } from "../kernel/money.ts";
import { assignVariant, takesPart } from "./assign.ts";
import { type Catalogue, readCatalogue } from "./catalogue.ts";
import { ingest, storedId } from "./ingest.ts";
import { noteContact } from "./last-shop-contact.ts";
import { withKnownLook } from "./offer-looks.ts";
import { redeemAll } from "./redeem-ticket.ts";
import { noteRefusals } from "./refusals.ts";
import { atKnownPrices } from "./unproved-sales.ts";

export const events: ResourceHandlers<(typeof contract)["events"], Context> = {
  async ingest({ body }, context) {
    const outcomes = await takeEvents(context, body.events);
    const { pool, tenantId } = context;
    if (outcomes.accepted > 0) noteContact(pool, tenantId, "sent", skewOf(body.events));
    const accepted = body.events.filter((_, n) => outcomes.data[n]?.status === "accepted");
    if (accepted.some((event) => isRecord(event) && event.type === "order.placed"))
      noteContact(pool, tenantId, "ordered");
    noteRefusals(context, body.events, outcomes.data);
    return outcomes;
  },
};

export async function takeEvents(context: Context, items: readonly unknown[]) {
  const { db, tenantId, currency, publishable } = context;
  const judged = items.map((item) => readItem(item, currency));
  const readable = judged.flatMap(({ event }) => (event ? [event] : []));
  const catalogue = await readCatalogue(db, tenantId, readable);
  const bounded = publishable ? await atKnownPrices(context, readable, catalogue) : undefined;
  for (const item of judged) {
    if (item.event) item.event = withKnownLook(bounded?.get(item.event) ?? item.event, catalogue);
    if (item.event) {
      const unknown = unknownRecords(item.event, catalogue);
      item.errors = [...onlyByServer(item.event, context), ...unknown];
      if (publishable && unknown.length === 0) item.errors.push(...notAssigned(item.event, catalogue));
    }
  }
  // An accepted event stays a duplicate, even if the record it refers to was deleted since.
  const doubtful = judged.flatMap(({ event, errors }) =>
    event && errors.length > 0 ? [storedId(event, publishable)] : [],
  );
  const known = await alreadyAccepted(db, tenantId, doubtful);

  const valid = judged.flatMap(({ event, errors }) =>
    event && errors.length === 0 && !isIgnored(event, context) ? [event] : [],
  );
  const fresh = await ingest(context, valid, catalogue);
  const data = judged.map(({ id, event, errors }): IngestOutcome => {
    if (event && errors.length === 0 && isIgnored(event, context)) return { id: event.id, status: "ignored" };
    if (event && errors.length === 0) return { id: event.id, status: fresh.delete(event) ? "accepted" : "duplicate" };
    if (event && known.has(storedId(event, publishable))) return { id: event.id, status: "duplicate" };
    return { ...(id !== undefined && { id }), status: "rejected", errors };
  });
  for (const [n, { event }] of judged.entries()) {
    const outcome = data[n];
    if (event?.type !== "order.placed" || !event.tickets || !outcome || outcome.status === "rejected") continue;
    outcome.tickets = await redeemAll(context, event.tickets, event);
  }
  const count = (status: IngestOutcome["status"]) => data.filter((outcome) => outcome.status === status).length;
  return { data, accepted: count("accepted"), duplicates: count("duplicate"), rejected: count("rejected") };
}

type ExperimentRow = typeof experiment.$inferSelect;

const changes: readonly StorefrontEvent["type"][] = [
  "order.edited",
  "order.cancelled",
  "order.reopened",
  "order.refunded",
];

/** The key of a page is public, and nobody may cancel the orders of others or redeem tickets with it. */
function onlyByServer(event: StorefrontEvent, { publishable }: Context): FieldError[] {
  if (!publishable) return [];
  if (event.type === "order.placed" && event.tickets) return [{ field: "tickets", ...sentence("serverOnly") }];
  return changes.includes(event.type) ? [{ field: "type", ...sentence("serverOnly") }] : [];
}

/** Anybody can report a variant with the key of a page, so only the visitor's own variant is accepted. */
function notAssigned(event: StorefrontEvent, { experiments }: Catalogue): FieldError[] {
  if (event.type !== "experiment.exposed") return [];
  const { id, plan, frozen, variants } = experiments.get(event.experiment_id) as ExperimentRow;
  const { visitor_id, variant } = event;
  if (plan && !takesPart({ id, group: plan.group ?? null, slots: frozen?.slots ?? [] }, visitor_id)) {
    return [{ field: "visitor_id", message: "This visitor does not take part in the experiment." }];
  }
  const own = assignVariant(id, visitor_id, variants);
  if (variant === own) return [];
  const rule = "A shop that assigns variants reports them with a secret key.";
  return [{ field: "variant", message: `Must be ${own}, which the service assigns to this visitor. ${rule}` }];
}

/** Events that waited in a page arrive late, so the fastest visit counts. */
function skewOf(items: readonly unknown[]): number | undefined {
  const waits = items.flatMap((item) =>
    isRecord(item) && item.type === "visit"
      ? [Math.round((Date.now() - Date.parse(String(item.occurred_at))) / 1000)]
      : [],
  );
  const least = waits.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Number.POSITIVE_INFINITY);
  return Math.abs(least) < mostSeconds ? least : undefined;
}

/** As much as the column can store. */
const mostSeconds = 2 ** 31;

const looks: readonly StorefrontEvent["type"][] = ["visit", "offer.shown", "offer.declined", "experiment.exposed"];

/** Bots see offers but do not count as shoppers. */
const isIgnored = ({ type }: StorefrontEvent, { shopper }: Context) =>
  shopper?.device === "bot" && looks.includes(type);

type Judged = { id?: string; event?: StorefrontEvent; errors: FieldError[] };

function readItem(item: unknown, currency: string): Judged {
  const id = isRecord(item) && typeof item.id === "string" ? { id: item.id.slice(0, 200).toWellFormed() } : {};
  if (!isRecord(item)) return { errors: [{ field: "", ...sentence("object") }] };
  const { success, data, error } = storefrontEvent.safeParse(item, { reportInput: true });
  if (!success) return { ...id, errors: fieldErrors(error) };
  const errors = [...unlikelyTime(data.occurred_at), ...wrongMoney(data, currency)];
  return errors.length > 0 ? { ...id, errors } : { id: data.id, event: data, errors };
}

function wrongMoney(event: StorefrontEvent, currency: string): FieldError[] {
  const errors: FieldError[] = [];
  if (event.type === "order.placed" && event.currency !== undefined && event.currency !== currency) {
    errors.push({ field: "currency", ...sentence("storeCurrency", { currency }) });
  }
  for (const [field, amount] of amountsOf(event)) {
    if (amount === undefined || toMinor(amount, currency) !== null) continue;
    errors.push({ field, ...sentence("decimals", { currency }) });
  }
  return errors;
}

function amountsOf(event: StorefrontEvent): [field: string, amount: number | undefined][] {
  switch (event.type) {
    case "order.placed":
      return [["total", event.total], ...linePrices(event)];
    case "order.refunded":
      return [["amount", event.amount]];
    case "order.edited":
      return [
        ["amount_changed", event.amount_changed],
        ["new_total", event.new_total],
        ...event.changes.items_added.map((item, n): [string, number] => [`changes.items_added.${n}.price`, item.price]),
        ...event.changes.items_removed.map((item, n): [string, number | undefined] => [
          `changes.items_removed.${n}.price`,
          item.price,
        ]),
        ...linePrices(event),
      ];
    case "offer.accepted":
      return [
        ["product.price", event.product.price],
        ["discount.amount", event.discount.amount],
        ["final_price", event.final_price],
      ];
    case "offer.declined":
      return [["product.price", event.product?.price]];
    case "bundle.purchased":
      return [
        ["original_price", event.original_price],
        ["bundle_price", event.bundle_price],
      ];
    case "subscription.created":
      return [
        ["product.price", event.product?.price],
        ["price", event.price],
      ];
    default:
      return [];
  }
}

const linePrices = ({ line_items = [] }: StorefrontEventOf<"order.placed" | "order.edited">) =>
  line_items.map(({ unit_price }, n): [string, number | undefined] => [`line_items.${n}.unit_price`, unit_price]);

function unknownRecords(event: StorefrontEvent, { upsells, bundles, experiments }: Catalogue): FieldError[] {
  if ("upsell_id" in event && !upsells.has(event.upsell_id)) {
    return [{ field: "upsell_id", ...sentence("noOffer") }];
  }
  if ("bundle_id" in event && !bundles.has(event.bundle_id)) {
    return [{ field: "bundle_id", ...sentence("noBundle") }];
  }
  if (!("experiment_id" in event)) return [];
  const experiment = experiments.get(event.experiment_id);
  if (!experiment) return [{ field: "experiment_id", ...sentence("noExperiment") }];
  if (experiment.status === "draft") return [{ field: "experiment_id", ...sentence("experimentDraft") }];
  // Events from the time when the experiment ran count, however late they arrive.
  if (experiment.endedAt && Date.parse(event.occurred_at) > experiment.endedAt.getTime()) {
    return [{ field: "experiment_id", ...sentence("experimentEnded") }];
  }
  if (event.type === "experiment.exposed" && !experiment.variants.some(({ name }) => name === event.variant)) {
    return [{ field: "variant", ...sentence("noVariant") }];
  }
  return [];
}

async function alreadyAccepted(db: Database, tenantId: number, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: eventTable.id })
    .from(eventTable)
    .where(and(eq(eventTable.tenantId, tenantId), inArray(eventTable.id, ids)));
  return new Set(rows.map(({ id }) => id));
}
