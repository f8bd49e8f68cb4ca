"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import { IntentLink } from "@/components/ui/intent-link";
import { Menu } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "../bundle-actions";
import { bundleOptions } from "../read-bundle";
import { useBundleWords } from "../words";
import { BundleEditor } from "./bundle-editor";
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
  const status = bundle.status === undefined ? null : words.status(bundle.status);
  const duplicate = (
    <IntentLink
      href={`${base}/bundles/new?from=${encodeURIComponent(bundle.id)}`}
      className={buttonClass({ variant: "secondary" })}
    >
      <Copy aria-hidden /> {t("actions.duplicate")}
    </IntentLink>
  );
  return (
    <>
      <PageHeader
        title={bundle.name ?? t("untitled")}
        crumbs={[{ href: listHref, label: t("title") }]}
        meta={
          status && (
            <Status tone={status.tone} hollow={status.hollow}>
              {status.label}
            </Status>
          )
        }
        actions={
          mayChange ? (
            <Menu
              label={t("actions.more")}
              align="end"
              trigger={(props) => <IconButton {...props} label={t("actions.more")} icon={<Ellipsis aria-hidden />} />}
            >
              <BundleActions bundle={bundle} onPage />
            </Menu>
          ) : (
            can("checkout", "bundles", "create") && duplicate
          )
        }
      />
      {mayChange ? <BundleEditor bundle={bundle} /> : <BundleSheet bundle={bundle} />}
    </>
  );
}
