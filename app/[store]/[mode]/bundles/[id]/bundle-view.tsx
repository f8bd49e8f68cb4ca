"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { RecordFacts } from "@/components/records/record-facts";
import { RecordHeader } from "@/components/records/record-header";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import { knownBundleFields } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "../bundle-actions";
import { BundleForm } from "../bundle-form";
import { bundleOptions } from "../read-bundle";
import { toDraft } from "../to-draft";
import { useBundleWords, useFieldWords } from "../words";
import { BundleSheet } from "./bundle-sheet";

export function BundleView({ id }: { id: string }) {
  const t = useTranslations("bundles");
  const desk = useDesk();
  const listHref = useListHref(`${desk.base}/bundles`);
  const record = useQuery(bundleOptions(desk, id));
  if (record.data) return <Loaded bundle={record.data} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={record} />;
}

function Loaded({ bundle }: { bundle: Bundle }) {
  const t = useTranslations("bundles");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/bundles`);
  const mayChange = useMayUpdate("checkout", "bundles");
  const words = useBundleWords();
  const facts = <RecordFacts title={t("about")} record={bundle} known={knownBundleFields} />;
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
      {mayChange ? <Editor bundle={bundle} facts={facts} /> : <BundleSheet bundle={bundle} facts={facts} />}
    </>
  );
}

function Editor({ bundle, facts }: { bundle: Bundle; facts: React.ReactNode }) {
  const t = useTranslations("bundles.form");
  const { checkout } = useDesk();
  return (
    <RecordEditor<Draft, Bundle>
      of={checkout.bundles}
      record={bundle}
      toDraft={toDraft}
      words={useFieldWords()}
      changedElsewhere={t("changedElsewhere")}
      createAnew={t("createAnew")}
    >
      {(form) => <BundleForm {...form} below={facts} />}
    </RecordEditor>
  );
}
