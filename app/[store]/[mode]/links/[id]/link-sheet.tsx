"use client";

import { useTranslations } from "next-intl";
import { useUnreported } from "@/components/lists/unreported";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { LeadsTo } from "../leads-to";
import { linkFields, toForm } from "../to-draft";
import { LinkFacts } from "./link-facts";
import { QrPanel } from "./qr-panel";

/** This read-only page serves APIs that cannot change a link, and people who may not. */
export function LinkSheet({ link }: { link: Link }) {
  const t = useTranslations("links");
  const { can, extensions } = useDesk();
  const unreported = useUnreported("affiliate");
  const shown = linkFields.filter((field) => field !== "affiliate_id" && field !== "code");
  return (
    <>
      {!extensions.affiliate && can("affiliate", "links", "create") && (
        <Banner title={t("cannotChange.title")} live={false}>
          {t("cannotChange.body")}
        </Banner>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel title={t("form.what")}>
            <DescriptionList
              withoutDetail={unreported.facts}
              items={shown.map((field) => ({
                term: t(`form.labels.${field}`),
                detail: link[field],
              }))}
            />
          </Panel>
          <LinkFacts link={link} />
        </div>
        <div className="grid gap-5 xl:sticky xl:top-[calc(var(--band)+4.75rem)]">
          <LeadsTo values={toForm(link)} front={null} url={link.url} />
          <QrPanel link={link} />
        </div>
      </div>
    </>
  );
}
