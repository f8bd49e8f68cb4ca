"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import type { Products } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { RecordHeader } from "@/components/records/record-header";
import { RecordFacts, RecordSheet } from "@/components/records/record-sheet";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "../bundle-actions";
import { BundleForm, toDraft } from "../bundle-form";
import { SumsPanel } from "../sums/sums-panel";
import { useBundleWords, useFieldWords } from "../words";

export function BundleView({ id }: { id: string }) {
  const t = useTranslations("bundles");
  const desk = useDesk();
  const listHref = useListHref(`${desk.base}/bundles`);
  const record = useQuery(desk.checkout.bundles.get.options({ params: { id } }));
  if (record.data) return <Loaded bundle={record.data} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={record} />;
}

function Loaded({ bundle }: { bundle: Bundle }) {
  const t = useTranslations("bundles");
  const { base, can, checkout } = useDesk();
  const listHref = useListHref(`${base}/bundles`);
  const mayChange = useMayUpdate("checkout", "bundles");
  const words = useBundleWords();
  const fieldWords = useFieldWords();
  const facts = <RecordFacts title={t("about")} record={bundle} />;
  return (
    <>
      <RecordHeader
        title={bundle.name ?? t("untitled")}
        crumbs={[{ href: listHref, label: t("title") }]}
        status={bundle.status === undefined ? null : words.status(bundle.status)}
        menu={mayChange && <BundleActions bundle={bundle} onPage />}
        actions={
          !mayChange &&
          can("checkout", "bundles", "create") && (
            <IntentLink
              href={`${base}/bundles/new?from=${encodeURIComponent(bundle.id)}`}
              className={buttonClass({ variant: "secondary" })}
            >
              <Copy aria-hidden /> {t("actions.duplicate")}
            </IntentLink>
          )
        }
      />
      {mayChange ? (
        <RecordEditor<Draft, Bundle>
          of={checkout.bundles}
          record={bundle}
          toDraft={toDraft}
          words={fieldWords}
          changedElsewhere={t("form.changedElsewhere")}
          createAnew={t("form.createAnew")}
        >
          {(form) => <BundleForm {...form} below={facts} />}
        </RecordEditor>
      ) : (
        <BundleSheet bundle={bundle} facts={facts} />
      )}
    </>
  );
}

function BundleSheet({ bundle, facts }: { bundle: Bundle; facts: ReactNode }) {
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
      beside={<SumsPanel bundle={bundle} products={products} />}
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
