"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Timeline, TimelineEntry } from "@/components/timeline";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { Study } from "../../results/study";
import { useExperimentWords } from "../../words";

type Props = { experiment: Experiment; study: Study | null };

export function Decisions({ experiment: { decisions = [] }, study }: Props) {
  const t = useTranslations("plannedExperiments.decided");
  const { format } = useDesk();
  const words = useExperimentWords();
  if (decisions.length === 0) return null;
  return (
    <Panel title={t("title")}>
      <div data-testid="decisions">
        <Timeline>
          {decisions.toReversed().map(({ outcome, variant, reason, by, at, ends_at }) => (
            <TimelineEntry
              key={at}
              title={t(outcome, {
                variant: variant ? words.called(variant, study?.names ?? new Map()) : "",
                until: ends_at ? format.dateTime(ends_at) : "",
              })}
              time={by ? t("by", { by, at: format.dateTime(at) }) : format.dateTime(at)}
            >
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{reason}</p>
            </TimelineEntry>
          ))}
        </Timeline>
      </div>
    </Panel>
  );
}

const longest = 2_000;

export function Learned({ experiment: { id, learned = "" } }: Pick<Props, "experiment">) {
  const t = useTranslations("plannedExperiments.learned");
  const { checkout, can } = useDesk();
  const attempt = useAttempt();
  const { mutateAsync: update, isPending } = useMutation(checkout.experiments.update.mutation());
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(learned);
  const may = can("checkout", "experiments", "update");
  const edit = () => {
    // A colleague may have changed it since.
    setText(learned);
    setOpen(true);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await attempt(
      () => update({ params: { id }, body: { learned: text.trim() } }),
      (reason) => t("failed", { reason }),
    );
    if (!saved) return;
    toast.success(t("saved"));
    setOpen(false);
  };
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      className={learned ? undefined : "print:hidden"}
      actions={
        may &&
        !open && (
          <Button size="sm" className="print:hidden" onClick={edit}>
            {t(learned ? "change" : "write")}
          </Button>
        )
      }
    >
      {open ? (
        <form onSubmit={submit} className="grid max-w-prose justify-items-start gap-2">
          <Field label={t("title")} className="w-full">
            <Textarea value={text} maxLength={longest} onChange={(event) => setText(event.target.value)} />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" pending={isPending}>
              {t("save")}
            </Button>
            <Button onClick={() => setOpen(false)}>{t("cancel")}</Button>
          </div>
        </form>
      ) : (
        <p data-testid="learned" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          {learned || <span className="text-muted">{t("nothing")}</span>}
        </p>
      )}
    </Panel>
  );
}
