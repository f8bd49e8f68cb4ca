"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { NumberInput } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { achievedPower, minimumDetectableEffect } from "@/lib/stats/index";
import type { Study } from "../results/study";
import { alpha, enoughPower, usualEffect } from "../results/verdict";
import { readPositive, useSavePlan } from "./variant-form";

type Props = {
  id: string;
  study: Study;
  plan: ExperimentPlan | undefined;
  /** Visitors per day of the variant with the fewest. */
  pace: number | null;
  days: number | null;
  running: boolean;
};

/** Power is computed for the change that a person considers worth finding, never for the change that was observed. */
export function PlanPanel({ id, study, plan, pace, days, running }: Props) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const [open, setOpen] = useState(false);
  const { may } = useSavePlan(id, plan);
  const { base, effect, least, needed, more } = study.progress;
  const absent = t("notComputable");
  const power = base === null ? null : achievedPower(base, effect, least, alpha);
  const detectable = base === null ? null : minimumDetectableEffect(base, least, alpha, enoughPower);
  const number = (value: number | null) => (value === null ? absent : format.number(value));
  return (
    <Panel
      title={t("panels.plan")}
      aside={<Help of="detectable" label={t("panels.plan")} />}
      description={t(plan?.effect == null ? "plan.usual" : "plan.chosen", { effect: format.ratio(effect) })}
      actions={
        may &&
        !open && (
          <Button size="sm" className="print:hidden" onClick={() => setOpen(true)}>
            {t("plan.change")}
          </Button>
        )
      }
    >
      {open ? (
        <PlanForm id={id} plan={plan} onDone={() => setOpen(false)} />
      ) : (
        <div data-testid="plan">
          <DescriptionList
            className="[&>div]:grid-cols-[2fr_3fr]"
            items={[
              { term: t("plan.needed"), detail: number(needed) },
              { term: t("plan.sample"), detail: plan?.sample == null ? t("plan.noSample") : number(plan.sample) },
              { term: t("plan.more"), detail: number(more) },
              { term: t("plan.power"), detail: power === null ? absent : format.ratio(power) },
              { term: t("plan.detectable"), detail: detectable === null ? absent : format.change(detectable) },
              { term: t("plan.days"), detail: daysLeft() },
            ]}
          />
        </div>
      )}
    </Panel>
  );

  function daysLeft(): string {
    if (!running) return t("plan.notRunning");
    if (more === null) return absent;
    if (more === 0) return t("plan.enough");
    if (pace === null || days === null) return t("plan.noPace");
    return t("plan.daysLeft", { count: days, pace: format.number(Math.round(pace)) });
  }
}

function PlanForm({ id, plan, onDone }: { id: string; plan: ExperimentPlan | undefined; onDone: () => void }) {
  const t = useTranslations("experiments");
  const { save, pending } = useSavePlan(id, plan);
  const [effect, setEffect] = useState(String(Number(((plan?.effect ?? usualEffect) * 100).toPrecision(6))));
  const [sample, setSample] = useState(plan?.sample == null ? "" : String(plan.sample));
  const [tried, setTried] = useState(false);
  const percent = readPositive(effect);
  const visitors = readPositive(sample, { whole: true });
  const badEffect = percent === null || (percent !== undefined && (percent < 0.1 || percent > 1000));
  const badSample = visitors === null || (visitors !== undefined && (!Number.isInteger(visitors) || visitors > 1e9));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (badEffect || badSample) return;
    save({ effect: percent === undefined ? null : percent / 100, sample: visitors ?? null }, onDone);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <Field
          label={t("plan.effect")}
          description={t("plan.effectHint")}
          error={tried && badEffect ? t("plan.effectBad") : undefined}
        >
          <NumberInput suffix="%" value={effect} onChange={(event) => setEffect(event.target.value)} />
        </Field>
        <Field
          label={t("plan.sample")}
          description={t("plan.sampleHint")}
          error={tried && badSample ? t("plan.sampleBad") : undefined}
          optional
        >
          <NumberInput value={sample} onChange={(event) => setSample(event.target.value)} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("plan.save")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
      </div>
    </form>
  );
}
