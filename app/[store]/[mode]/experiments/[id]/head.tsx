"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListHref } from "@/components/lists/list-address";
import { PrintButton } from "@/components/print/printing";
import { RecordHeader } from "@/components/records/record-header";
import { saveFile } from "@/components/transfer/save-file";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { useExperimentWords } from "../words";

export type HeadProps = { id: string; experiment: Experiment | undefined };

type Props = HeadProps & { actions?: ReactNode; menu?: ReactNode; csv?: (() => string) | undefined };

export function Head({ id, experiment, actions, menu, csv }: Props) {
  const t = useTranslations("experiments");
  const { base, format } = useDesk();
  const words = useExperimentWords();
  const back = useListHref(`${base}/experiments`);
  const times = [
    experiment?.started_at && t("started", { at: format.dateTime(experiment.started_at) }),
    experiment?.ended_at && t("ended", { at: format.dateTime(experiment.ended_at) }),
  ].filter(Boolean);
  return (
    <RecordHeader
      title={experiment?.name ?? id}
      crumbs={[{ href: back, label: t("title") }]}
      status={experiment?.status ? words.statusOf(experiment) : null}
      description={times.join(" · ")}
      actions={
        <>
          <CopyButton text={() => window.location.href} label={t("actions.link")} size="md" className="my-0" />
          {actions}
          {csv && (
            <Button
              icon={<Download aria-hidden />}
              onClick={() =>
                saveFile(new Blob([csv()], { type: "text/csv" }), `experiment-${id.replace(/[^\w.-]+/g, "-")}.csv`)
              }
            >
              {t("actions.csv")}
            </Button>
          )}
          <PrintButton />
        </>
      }
      menu={menu}
    />
  );
}
