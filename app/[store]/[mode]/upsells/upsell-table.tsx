"use client";

import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { useProducts } from "@/components/products/use-products";
import { RecordList } from "@/components/records/record-list";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { productIdsOf, toFilter, toQuery, upsellFilters } from "./filters";
import { UpsellActions } from "./upsell-actions";
import { useUpsellColumns } from "./upsell-columns";

const UpsellBulkActions = lazyPart(() => import("./upsell-bulk"));

export function UpsellTable() {
  const t = useTranslations("upsells");
  const { base, checkout, can, extensions } = useDesk();
  const address = useListAddress(upsellFilters, ["search", "status"]);
  const query = toQuery(address.filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.upsells.list.options({ query }),
    held: "upsells",
  });
  const { products } = useProducts(productIdsOf(rows));
  return (
    <RecordList<Upsell>
      {...table}
      api="checkout"
      resource="upsells"
      icon={<Tags />}
      query={query}
      columns={useUpsellColumns(products)}
      rowName={(upsell) => upsell.name ?? upsell.id}
      {...(can("checkout", "upsells", "create") && {
        rowActions: (upsell: Upsell) => <UpsellActions upsell={upsell} />,
        ...selects(
          <UpsellBulkActions
            upsells={selected}
            filter={everything ? toFilter(address.filters, extensions.checkout) : null}
            onDone={clearSelection}
          />,
          { all: true },
        ),
      })}
      search={address.search("search", t("search"))}
      filters={[address.choice("status", t("filterStatus"), upsellStatuses, (status) => t(`statuses.${status}`))]}
      notice={!extensions.checkout && t("noExtensions")}
      importLabel={t("import.action")}
      pages={
        can("desk", "remembered", "list") && (
          <IntentLink href={`${base}/upsells/products`} className={buttonClass()}>
            {t("products")}
          </IntentLink>
        )
      }
    />
  );
}
