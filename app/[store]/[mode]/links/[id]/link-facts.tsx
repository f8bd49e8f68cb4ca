"use client";

import { useTranslations } from "next-intl";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { OtherFields } from "@/components/forms/other-fields";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownLinkFields } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import { otherFields } from "@/lib/contract/read";

export function LinkFacts({ link }: { link: Link }) {
  const t = useTranslations("links");
  const { format } = useDesk();
  const { affiliate_id: owner, code, created_at: created } = link;
  const names = useAffiliateNames([owner]);
  return (
    <>
      <Panel title={t("facts.title")}>
        <DescriptionList
          items={[
            ...(owner ? [{ term: t("columns.affiliate"), detail: <AffiliateName id={owner} names={names} /> }] : []),
            ...(code ? [{ term: t("columns.code"), detail: <code>{code}</code> }] : []),
            { term: t("facts.id"), detail: <code>{link.id}</code> },
            ...(created ? [{ term: t("columns.created"), detail: format.dateTime(created) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(link, knownLinkFields)} />
    </>
  );
}
