import { addDays, dayIn } from "../../../days.ts";
import { readClickId } from "../../affiliate/click-ids.ts";
import { keyFor } from "../../affiliate/environment.ts";
import type { Seen as Evidence } from "../../affiliate/flags.ts";
import type { AffiliateRow, OrderRow } from "../../affiliate/sums-of-records.ts";
import { dayMs } from "../time.ts";
import type { ClickRow } from "./visits.ts";

const monthMs = 30 * dayMs;

/** Answers what the service's queries would find at the arrival of an order; see `see` in flags.ts. */
export class Seen {
  readonly #timeZone: string;
  readonly #numbers = new Map<string, OrderRow[]>();
  readonly #orders = new Map<string, OrderRow[]>();
  readonly #clicks = new Map<string, ClickRow[]>();
  readonly #days = new Map<string, number>();
  readonly #customers = new Map<string, OrderRow>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  click(row: ClickRow): void {
    put(this.#clicks, `${keyOf(row.ipHash)} ${row.affiliateId}`, row);
    if (row.isBot) return;
    const day = `${row.linkId} ${dayIn(this.#timeZone, row.occurredAt)}`;
    this.#days.set(day, (this.#days.get(day) ?? 0) + 1);
  }

  /** A returning customer is attributed to the affiliate of the previous order, unless it was cancelled. */
  order(row: OrderRow, counts: boolean): void {
    put(this.#numbers, row.orderNumber, row);
    put(this.#orders, keyOf(row.ipHash), row);
    if (counts && row.affiliateId !== null && row.customerKey !== null) this.#customers.set(row.customerKey, row);
  }

  former(customerKey: string): OrderRow | undefined {
    return this.#customers.get(customerKey);
  }

  of(order: OrderRow, affiliate: AffiliateRow): Evidence {
    const since = order.createdAt.getTime() - monthMs;
    const ip = keyOf(order.ipHash);
    const sameAddress = (this.#orders.get(ip) ?? []).filter(
      (other) => other.id !== order.id && other.customerKey !== order.customerKey && other.createdAt.getTime() >= since,
    );
    const clicks = (this.#clicks.get(`${ip} ${affiliate.id}`) ?? []).filter(
      ({ id, occurredAt }) => id !== order.clickId && occurredAt.getTime() >= since,
    );
    const on = (ago: number) =>
      order.linkId === null ? 0 : (this.#days.get(`${order.linkId} ${addDays(order.day, -ago)}`) ?? 0);
    return {
      order,
      affiliate,
      clickedAt: order.clickId === null ? null : (readClickId(keyFor("click-id"), order.clickId)?.at ?? null),
      sameNumber: (this.#numbers.get(order.orderNumber) ?? []).flatMap(({ id }) => (id === order.id ? [] : id)),
      sameAddress: sameAddress.slice(0, 100).map(({ id, customerEmail, affiliateId }) => ({
        id,
        email: customerEmail,
        theirs: affiliateId === affiliate.id,
      })),
      otherClicks: Math.min(100, clicks.length),
      clicks: { day: on(0), weekBefore: [1, 2, 3, 4, 5, 6, 7].reduce((sum, ago) => sum + on(ago), 0) },
    };
  }
}

const keyOf = (hash: Buffer | null) => hash?.toString("base64") ?? "";

function put<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
