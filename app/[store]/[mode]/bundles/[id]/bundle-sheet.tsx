"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { RecordSheet } from "@/components/records/record-sheet";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { LedgerPanel } from "../ledger/ledger-panel";
import { useBundleWords } from "../words";

export function BundleSheet({ bundle, facts }: { bundle: Bundle; facts: ReactNode }) {
  const t = useTranslations("bundles");
  const words = useBundleWords();
  const { products } = useProducts(bundle.products?.map(({ product_id }) => product_id) ?? []);
  return (
    <RecordSheet
      api="checkout"
      resource="bundles"
      cannotChange={{ title: t("cannotChange.title"), body: t("cannotChange.body") }}
      title={t("one")}
      items={[
        { term: t("columns.type"), detail: bundle.type && words.type(bundle.type) },
        { term: t("columns.pricing"), detail: words.pricing(bundle.pricing) ?? undefined },
        {
          term: t("columns.products"),
          detail: bundle.products && <Contents contents={bundle.products} products={products} />,
        },
      ]}
      below={facts}
      beside={<LedgerPanel bundle={bundle} products={products} />}
    />
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
