"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RuleList } from "@/components/affiliates/rule-list";
import { useListHref } from "@/components/lists/list-address";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ProgramRecord } from "@/lib/contract/affiliate/program";
import type { Program } from "@/lib/contract/affiliate/program-draft";
import { sentenceGroups } from "@/lib/i18n/rule-sentences";
import { RulesForm } from "./rules-form";
import { useRuleSentences } from "./use-rule-sentences";
import { Versions } from "./versions";

const DryRun = lazyPart(() => import("./dry-run"));

export function RulesView() {
  const t = useTranslations("programRules");
  const { base, affiliate, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const isKnown = can("affiliate", "program", "get");
  const program = useQuery({ ...affiliate.program.get.options(), enabled: isKnown });
  const { data } = program;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        crumbs={[{ href: listHref, label: t("back") }]}
        meta={data?.version && <Badge>{t("versions.version", { version: data.version })}</Badge>}
      />
      {data ? (
        <Rules record={data} />
      ) : (
        <Panel>{isKnown ? <Waiting of={program} lines={8} /> : <EmptyState title={t("unknown")} />}</Panel>
      )}
    </>
  );
}

function Rules({ record }: { record: ProgramRecord }) {
  const { store } = useDesk();
  const currency = record.currency ?? store.currency;
  const [tried, setTried] = useState<Record<string, unknown> | null>(null);
  return (
    <div className="grid gap-5">
      <InForce record={record} currency={currency} />
      <RulesForm record={record} currency={currency} onTry={setTried} />
      {tried && <DryRun changes={tried} />}
      <Versions currency={currency} />
    </div>
  );
}

function InForce({ record, currency }: { record: ProgramRecord; currency: string }) {
  const t = useTranslations("programRules");
  const say = useRuleSentences(currency);
  return (
    <Panel title={t("inForce")} description={t("precedence")}>
      <RuleList
        groups={Object.entries(sentenceGroups).map(([group, names]) => ({
          title: t(`sections.${group as keyof typeof sentenceGroups}`),
          sentences: names.flatMap((name) => say(name, record as Partial<Program>)),
        }))}
      />
    </Panel>
  );
}
