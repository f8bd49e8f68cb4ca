"use client";

import { useQueries } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import { LookUp } from "../look-up";
import { spellingsOf } from "./spellings";

/** Looks for the order by other spellings of its ID, because people have the number that the customer sees. */
export function MissingOrder({ id }: { id: string }) {
  const t = useTranslations("orders");
  const { base, checkout, can, has } = useDesk();
  const isListed = has("checkout", "orders", "list", "placed_at");
  const searches = can("checkout", "orders", "list") ? spellingsOf(id) : [];
  const found = useQueries({
    queries: searches.map((search) => checkout.orders.list.options({ query: { search, per_page: 5 } })),
    combine: (reads) => new Map(reads.flatMap(({ data }) => data?.data ?? []).map((order) => [order.order_id, order])),
  });
  return (
    <EmptyState
      icon={<SearchX />}
      title={t("missing.title", { id })}
      action={
        <div className="grid gap-4 text-start">
          {found.size > 0 && (
            <div>
              <p>{t("missing.similar", { count: found.size })}</p>
              <ul>
                {[...found.values()].map(({ order_id, platform_order_id }) => (
                  <li key={order_id}>
                    <TextLink href={`${base}/orders/${encodeURIComponent(order_id)}`}>
                      {platform_order_id || order_id}
                    </TextLink>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {isListed ? (
            <IntentLink href={`${base}/orders?search=${encodeURIComponent(id)}`} className={buttonClass()}>
              {t("missing.search")}
            </IntentLink>
          ) : (
            <LookUp />
          )}
        </div>
      }
    >
      {t(isListed ? "missing.listed" : "missing.body")}
    </EmptyState>
  );
}
