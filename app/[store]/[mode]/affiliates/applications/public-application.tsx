"use client";

import { useTranslations } from "next-intl";
import { AffiliateName, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { useDesk } from "@/lib/api/desk";
import type { PartnerApplication } from "@/lib/contract/desk/partner-program";
import { disposableDomains } from "@/lib/contract/desk/partner-words";

export function PublicApplication({ one }: { one: PartnerApplication }) {
  const t = useTranslations("affiliates.applications.public");
  const { format } = useDesk();
  const names = useAffiliateNames(one.hints.flatMap(({ affiliates = [] }) => affiliates));
  const consented = format.dateTime(one.consented_at);
  const facts = [
    { term: t("confirmed"), detail: format.dateTime(one.confirmed_at) },
    {
      term: t("consent"),
      detail: one.terms_version === null ? consented : t("terms", { version: one.terms_version, time: consented }),
    },
    ...(one.invited ? [{ term: t("invitation"), detail: t("invited") }] : []),
  ];
  return (
    <div className="grid gap-3">
      {one.hints.map(({ code, affiliates = [], detail = "" }) => (
        <Banner key={code} tone="warning" title={t(`hints.${code}`)} live={false}>
          {t(`meanings.${code}`, { domain: detail, count: disposableDomains.length })}
          {affiliates.length > 0 && (
            <ul>
              {affiliates.map((id) => (
                <li key={id}>
                  <AffiliateName id={id} names={names} />
                </li>
              ))}
            </ul>
          )}
        </Banner>
      ))}
      <DescriptionList
        items={[...one.answers.map(({ question, answer }) => ({ term: question, detail: answer })), ...facts]}
      />
    </div>
  );
}
