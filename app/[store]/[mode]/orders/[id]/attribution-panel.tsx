"use client";

import { useTranslations } from "next-intl";
import { AffiliateName } from "@/components/affiliates/affiliate-name";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { Look } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { useAttribution } from "./use-attribution";

/** Which affiliate brought the order, if one did and the person may see it. */
export function AttributionPanel({ id }: { id: string }) {
  const t = useTranslations("orders.attribution");
  const { base, can, money } = useDesk();
  const words = useAttributionWords();
  const { order, names, commissions } = useAttribution(id);
  if (!order?.affiliate_id) return null;
  const { affiliate_id: affiliate, attribution_method: method } = order;
  return (
    <Panel title={t("title")}>
      <DescriptionList
        items={[
          { term: t("affiliate"), detail: <AffiliateName id={affiliate} names={names} /> },
          { term: t("method"), detail: method && words.method(method) },
          ...commissions.map(({ commission_id: commission = "", amount, currency, status }) => ({
            key: commission,
            term: t("commission"),
            detail: (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {amount !== undefined &&
                  (can("affiliate", "commissions", "get") && commission ? (
                    <TextLink href={`${base}/commissions?status=all&id=${encodeURIComponent(commission)}`}>
                      {money(amount, currency)}
                    </TextLink>
                  ) : (
                    money(amount, currency)
                  ))}
                {status && <Look {...words.commission(status)} />}
              </span>
            ),
          })),
        ]}
      />
      <p className="border-t border-line pt-2 text-sm">
        <TextLink href={`${base}/affiliate-orders/${encodeURIComponent(order.id)}`}>{t("why")}</TextLink>
      </p>
    </Panel>
  );
}
