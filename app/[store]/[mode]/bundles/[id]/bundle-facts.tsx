"use client";

import { useTranslations } from "next-intl";
import { OtherFields } from "@/components/forms/other-fields";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { knownBundleFields } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { otherFields } from "@/lib/contract/read";

export function BundleFacts({ bundle }: { bundle: Bundle }) {
  const t = useTranslations("bundles.facts");
  const { format } = useDesk();
  return (
    <>
      <Panel title={t("title")}>
        <DescriptionList
          items={[
            { term: t("id"), detail: <code>{bundle.id}</code> },
            ...(bundle.created_at ? [{ term: t("created"), detail: format.dateTime(bundle.created_at) }] : []),
            ...(bundle.updated_at ? [{ term: t("updated"), detail: format.dateTime(bundle.updated_at) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(bundle, knownBundleFields)} />
    </>
  );
}
