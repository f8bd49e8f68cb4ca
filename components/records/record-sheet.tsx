"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { OtherFields } from "@/components/forms/other-fields";
import { SideColumn } from "@/components/forms/side-column";
import { useUnreported } from "@/components/lists/unreported";
import { Banner } from "@/components/ui/banner";
import { type Description, DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { otherFields } from "@/lib/contract/read";

type Props = {
  api: "checkout" | "affiliate";
  resource: string;
  /** What is said to people who could change the record if the API could. */
  cannotChange: { title: string; body: string };
  title: string;
  items: readonly Description[];
  below: ReactNode;
  beside: ReactNode;
};

/** The read-only page of a record, for APIs that cannot change it and for people who may not. */
export function RecordSheet({ api, resource, cannotChange, title, items, below, beside }: Props) {
  const { can, has } = useDesk();
  const unreported = useUnreported(api);
  return (
    <>
      {!has(api, resource, "update") && can(api, resource, "create") && (
        <Banner title={cannotChange.title} live={false}>
          {cannotChange.body}
        </Banner>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <Panel title={title}>
            <DescriptionList withoutDetail={unreported.facts} items={items} />
          </Panel>
          {below}
        </div>
        <SideColumn>{beside}</SideColumn>
      </div>
    </>
  );
}

type FactsProps = {
  title: string;
  record: { id: string; created_at?: string | undefined; updated_at?: string | undefined };
  facts?: readonly Description[];
};

export function RecordFacts({ title, record, facts = [] }: FactsProps) {
  const t = useTranslations("form.facts");
  const { format } = useDesk();
  const { id, created_at, updated_at } = record;
  return (
    <>
      <Panel title={title}>
        <DescriptionList
          items={[
            ...facts,
            { term: t("id"), detail: <code>{id}</code> },
            ...(created_at ? [{ term: t("created"), detail: format.dateTime(created_at) }] : []),
            ...(updated_at ? [{ term: t("updated"), detail: format.dateTime(updated_at) }] : []),
          ]}
        />
      </Panel>
      <OtherFields fields={otherFields(record)} />
    </>
  );
}
