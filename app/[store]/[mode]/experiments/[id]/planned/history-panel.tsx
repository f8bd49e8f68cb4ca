"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timeline, TimelineEntry } from "@/components/timeline";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import type { Study } from "../../results/study";
import { useExperimentWords } from "../../words";
import { TextForm } from "../notes";

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

export function Learned({ experiment: { id, learned = "" } }: Pick<Props, "experiment">) {
  const t = useTranslations("plannedExperiments.learned");
  const { checkout, can } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.experiments.update.mutation());
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      className={learned ? undefined : "print:hidden"}
      actions={
        can("checkout", "experiments", "update") &&
        !open && (
          <Button size="sm" className="print:hidden" onClick={() => setOpen(true)}>
            {t(learned ? "change" : "write")}
          </Button>
        )
      }
    >
      {open ? (
        <TextForm
          name="learned"
          label={t("title")}
          text={learned}
          submit={t("save")}
          button={{ variant: "primary" }}
          beside={<Button onClick={() => setOpen(false)}>{t("cancel")}</Button>}
          onSend={async (text) => {
            await update({ params: { id }, body: { learned: text } });
            toast.success(t("saved"));
            setOpen(false);
          }}
        />
      ) : (
        <p data-testid="learned" className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          {learned || <span className="text-muted">{t("nothing")}</span>}
        </p>
      )}
    </Panel>
  );
}
