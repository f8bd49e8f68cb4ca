"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { NumberInput } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { Mark } from "../../mark";
import type { Study } from "../../results/study";
import { faultySplit } from "../../results/verdict";
import { VariantName } from "../../variant-name";
import { useExperimentWords } from "../../words";
import { readPositive, useSavePlan } from "../use-save-plan";

type Props = { id: string; study: Study; plan: ExperimentPlan | undefined };
type PanelProps = Props & { open: boolean; onOpenChange: (open: boolean) => void };

/** Every result rests on visitors having been split as planned, so the split is checked. */
export function SplitPanel({ id, study, plan, open, onOpenChange }: PanelProps) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const { may } = useSavePlan(id, plan);
  const { arms, split, splitTest } = study;
  const all = (arms ?? []).reduce((sum, { visitors }) => sum + visitors, 0);
  const planned = split.weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (at: number) => (split.weights[at] ?? 0) / planned;
  const { pValue, chi2 } = splitTest;
  const broken = pValue !== null && pValue < faultySplit;
  return (
    <Panel
      title={t("panels.split")}
      aside={<Help of="split" label={t("panels.split")} />}
      description={t(`split.from.${split.from}`, { who: plan?.changed_by ?? t("somebody") })}
      actions={
        may &&
        !open &&
        arms && (
          <Button size="sm" className="print:hidden" onClick={() => onOpenChange(true)}>
            {t("split.change")}
          </Button>
        )
      }
      flush
    >
      <p className="px-4 pt-3 pb-2" data-testid="split">
        <Mark tone={broken ? "danger" : pValue === null ? "neutral" : "success"}>
          {t(broken ? "split.broken" : pValue === null ? "split.unknown" : "split.fine", {
            p: words.p(pValue),
            chi2: chi2 === null ? "" : format.number(Number(chi2.toPrecision(4))),
          })}
        </Mark>
      </p>
      {open && arms ? (
        <SplitForm id={id} study={study} plan={plan} onDone={() => onOpenChange(false)} />
      ) : (
        <RowsTable
          caption={t("panels.split")}
          rows={arms ?? []}
          rowKey={({ name }) => name}
          columns={[
            {
              id: "name",
              label: t("columns.variant"),
              cell: ({ name }) => <VariantName name={name} names={study.names} />,
            },
            {
              id: "planned",
              label: t("split.planned"),
              align: "end",
              cell: (_, at) => format.ratioInColumn(shareOf(at)),
            },
            {
              id: "expected",
              label: t("split.expected"),
              align: "end",
              cell: (_, at) => format.number(Math.round(all * shareOf(at))),
            },
            {
              id: "came",
              label: t("split.came"),
              align: "end",
              cell: ({ visitors }) => format.number(visitors),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function SplitForm({ id, study, plan, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("experiments");
  const { save, pending } = useSavePlan(id, plan);
  const names = (study.arms ?? []).map(({ name }) => name);
  const [typed, setTyped] = useState(() => study.split.weights.map(String));
  const [tried, setTried] = useState(false);
  const words = useExperimentWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const weights = typed.map((text) => readPositive(text));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (weights.some((weight) => !weight)) return;
    save({ weights: names.map((name, at) => ({ name, weight: weights[at] as number })) }, onDone);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3 px-4 pb-4">
      <p className="text-sm text-muted">{t("split.hint")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name, at) => (
          <Field
            key={name}
            label={words.called(name, study.names)}
            error={tried && !weights[at] ? t("split.positive") : undefined}
          >
            <NumberInput
              value={typed[at] ?? ""}
              onChange={(event) => setTyped(typed.map((text, each) => (each === at ? event.target.value : text)))}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("split.save")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
        {plan?.weights && (
          <Button variant="ghost" onClick={() => save({ weights: null }, onDone)}>
            {t("split.forget")}
          </Button>
        )}
      </div>
    </form>
  );
}
