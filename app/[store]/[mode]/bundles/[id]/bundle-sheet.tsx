"use client";

import { useTranslations } from "next-intl";
import { useUnreported } from "@/components/lists/unreported";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { LedgerPanel } from "../ledger/ledger-panel";
import { useBundleWords } from "../words";
import { BundleFacts } from "./bundle-facts";

/** This read-only page serves APIs that cannot change a bundle, and people who may not. */
export function BundleSheet({ bundle }: { bundle: Bundle }) {
  const t = useTranslations("bundles");
  const { can, extensions } = useDesk();
  const words = useBundleWords();
  const { products } = useProducts(bundle.products?.map(({ product_id }) => product_id) ?? []);
  const unreported = useUnreported("checkout");
  return (
    <>
      {!extensions.checkout && can("checkout", "bundles", "create") && (
        <Banner title={t("cannotChange.title")} live={false}>
          {t("cannotChange.body")}
        </Banner>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel title={t("one")}>
            <DescriptionList
              withoutDetail={unreported.facts}
              items={[
                { term: t("columns.type"), detail: bundle.type && words.type(bundle.type) },
                { term: t("columns.pricing"), detail: words.pricing(bundle.pricing) ?? undefined },
                {
                  term: t("columns.products"),
                  detail: bundle.products && <Contents contents={bundle.products} products={products} />,
                },
              ]}
            />
          </Panel>
          <BundleFacts bundle={bundle} />
        </div>
        <div className="xl:sticky xl:top-[calc(var(--band)+4.75rem)]">
          <LedgerPanel bundle={bundle} products={products} />
        </div>
      </div>
    </>
  );
}

function Contents({ contents, products }: { contents: NonNullable<Bundle["products"]>; products: Products }) {
  const t = useTranslations("bundles");
  return (
    <ul className="grid gap-1">
      {contents.map(({ product_id = "", quantity }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a product may be listed twice, and lines have no identity.
        <li key={at}>
          {quantity !== undefined && <span className="tabular-nums">{quantity} × </span>}
          {products.get(product_id)?.name ?? product_id}
          {quantity === undefined && <span className="text-muted"> ({t("quantityNotProvided")})</span>}
        </li>
      ))}
    </ul>
  );
}
