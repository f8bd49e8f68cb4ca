"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SendButton } from "@/components/attempt";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ProgramVersion } from "@/lib/contract/affiliate/program";
import type { Program } from "@/lib/contract/affiliate/program-draft";
import { versionStates } from "@/lib/contract/affiliate/program-words";
import { sentenceGroups } from "@/lib/i18n/rule-sentences";
import { isOneOf } from "@/lib/word-format";
import { useRuleSentences } from "./use-rule-sentences";

export const versionsQuery = { per_page: 100 };

const tones = { current: "success", planned: "info", past: "neutral", withdrawn: "neutral" } as const;

export function Versions({ currency }: { currency: string }) {
  const t = useTranslations("programRules.versions");
  const { affiliate } = useDesk();
  const versions = useQuery(affiliate.program.versions.options({ query: versionsQuery }));
  return (
    <Panel title={t("title")} description={t("description")}>
      {versions.data ? (
        <ol className="grid gap-4">
          {versions.data.data.map((version) => (
            <Version key={version.version} version={version} currency={currency} />
          ))}
        </ol>
      ) : (
        <Waiting of={versions} lines={4} />
      )}
    </Panel>
  );
}

function Version({ version: one, currency }: { version: ProgramVersion; currency: string }) {
  const t = useTranslations("programRules.versions");
  const { affiliate, can, format } = useDesk();
  const { version, state, effective_at: at } = one;
  const { gone, come } = useDifference(one, currency);
  const isFirst = Date.parse(at) === 0;
  return (
    <li className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{t("version", { version })}</h3>
        {isOneOf(versionStates, state) && <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>}
        <span className="text-sm text-muted">
          {isFirst ? t("beginning") : t("since", { date: format.dateTime(at) })}
        </span>
        {state === "planned" && can("affiliate", "program", "withdraw") && (
          <SendButton
            size="sm"
            className="ms-auto"
            mutation={affiliate.program.withdraw.mutation()}
            input={{ params: { id: String(version) } }}
            onDone={() => toast.success(t("withdrawn", { version }))}
            failed={(reason) => t("withdrawFailed", { reason })}
          >
            {t("withdraw")}
          </SendButton>
        )}
      </div>
      <ul className="grid gap-0.5 text-sm">
        {gone.map((sentence) => (
          <li key={sentence}>
            <del className="text-muted">{sentence}</del>
          </li>
        ))}
        {come.map((sentence) => (
          <li key={sentence}>
            <ins className="no-underline">{sentence}</ins>
          </li>
        ))}
        {gone.length + come.length === 0 && <li className="text-muted">{t("unchanged")}</li>}
      </ul>
    </li>
  );
}

function useDifference({ before, after }: ProgramVersion, currency: string) {
  const say = useRuleSentences(currency);
  const sentences = (rules: object) =>
    Object.values(sentenceGroups)
      .flat()
      .flatMap((name) => (name in rules ? say(name, rules as Partial<Program>) : []));
  const [old, fresh] = [sentences(before), sentences(after)];
  return {
    gone: old.filter((sentence) => !fresh.includes(sentence)),
    come: fresh.filter((sentence) => !old.includes(sentence)),
  };
}
