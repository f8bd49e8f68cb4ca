import { useQuery } from "@tanstack/react-query";
import type { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { isRecord } from "@/lib/contract/errors";
import { readNumber, readString } from "@/lib/contract/read";
import type { Format } from "@/lib/format";

export type ShownOrderEvent = {
  id: string;
  type: string;
  at: string | null;
  /** True if `at` is the time of arrival, because the event has no time. */
  received?: boolean;
  data: Record<string, unknown>;
  deliveries: { id: string; endpoint_id: string; status: string }[];
};

export type OrderEvents = ReturnType<typeof useOrderEvents>;

export function useOrderEvents(order: Order) {
  const { checkout, desk } = useDesk();
  // Webhooks contain the API's own order id, which may differ from the id that was looked up.
  const query = useQuery(checkout.orders.events.options({ params: { id: order.order_id } }));
  const status = useQuery(desk.live.status.options());
  const list = query.data?.data.map(
    ({ id, type, created_at, received_at, data, deliveries }): ShownOrderEvent => ({
      id,
      type,
      at: created_at ?? readString(received_at) ?? null,
      received: created_at === undefined,
      data: data ?? {},
      deliveries: deliveries ?? [],
    }),
  );
  return { list, query, source: status.data?.source };
}

type Translate = ReturnType<typeof useTranslations<"orders.events">>;
type Data = Record<string, unknown>;

export function namesIn(events: readonly ShownOrderEvent[], what: "upsell" | "bundle"): Map<string, string> {
  return new Map(
    events.flatMap(({ data }) => {
      const [id, name] = [readString(data[`${what}_id`]), readString(data[`${what}_name`])];
      return id && name ? [[id, name] as const] : [];
    }),
  );
}

export function eventFacts(
  { type, data }: Pick<ShownOrderEvent, "type" | "data">,
  { t, format, currency }: { t: Translate; format: Format; currency: string | undefined },
): { title: string; facts: string[] } {
  const money = (value: unknown) => {
    const amount = readNumber(value);
    return amount === undefined ? undefined : format.money(amount, currency);
  };
  const upsell = readString(data.upsell_name) ?? readString(data.upsell_id) ?? "";
  const bundle = readString(data.bundle_name) ?? readString(data.bundle_id) ?? "";
  switch (type) {
    case "upsell.accepted":
      return { title: t("upsell.accepted", { name: upsell }), facts: facts(sold(data, money(data.final_price), t)) };
    case "upsell.declined":
      return { title: t("upsell.declined", { name: upsell }), facts: facts(productOf(data)) };
    case "bundle.purchased": {
      const [price, savings] = [money(data.bundle_price), money(data.savings)];
      return {
        title: t("bundle.purchased", { name: bundle }),
        facts: facts(price && savings ? t("saved", { price, savings }) : price),
      };
    }
    case "order.edited": {
      const [changed, total] = [readNumber(data.amount_changed), money(data.new_total)];
      const amount = changed === undefined ? undefined : format.moneyChange(changed, currency);
      const changes = isRecord(data.changes) ? data.changes : {};
      const [added, removed] = [lengthOf(changes.items_added), lengthOf(changes.items_removed)];
      return {
        title: t("order.edited"),
        facts: facts(
          added > 0 && t("added", { count: added }),
          removed > 0 && t("removed", { count: removed }),
          amount && total ? t("changedBy", { amount, total }) : total && t("newTotal", { total }),
        ),
      };
    }
    case "order.cancelled": {
      const [amount, reason] = [money(data.refunded_amount), readString(data.reason)];
      return {
        title: t("order.cancelled"),
        facts: facts(amount && t("refund", { amount }), reason && t("reason", { reason })),
      };
    }
    case "subscription.created": {
      const price = money(data.price);
      return {
        title: t("subscription.created", { name: upsell }),
        facts: facts(productOf(data), price && t("renews", { price })),
      };
    }
    default:
      return { title: type, facts: [] };
  }
}

const facts = (...values: (string | false | undefined)[]) => values.filter((value): value is string => Boolean(value));

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);

function productOf({ product }: Data): string | undefined {
  return isRecord(product) ? (readString(product.title) ?? readString(product.id)) : undefined;
}

function sold(data: Data, price: string | undefined, t: Translate): string | undefined {
  const product = productOf(data);
  return product && price ? t("productFor", { product, price }) : (product ?? price);
}
