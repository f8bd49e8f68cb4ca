"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Waiting } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { useMayPlan } from "../experiments/editor/drafts";
import { axisOf, Interval, Ticks } from "../experiments/interval";
import { estimateOf, leadOf, studyOf } from "../experiments/results/study";
import { Mark, toneOf, useExperimentWords, VariantName } from "../experiments/words";
import { experimentPlans, experiments, readings } from "./reads";

const mostShown = 5;

/** Shows the latest readings, which Cartwright keeps. The list of experiments asks for each one's results. */
export function ExperimentsPanel() {
  const t = useTranslations("overview.experiments");
  const names = useTranslations("experiments");
  const desk = useDesk();
  const { base, format } = desk;
  const words = useExperimentWords();
  const list = useQuery(experiments(desk));
  const latest = useQuery(readings(desk));
  const plans = useQuery(experimentPlans(desk));
  const mayPlan = useMayPlan();
  const running = list.data?.data.filter(({ status }) => status === "running");
  const rows = useMemo(
    () =>
      list.data?.data
        .filter(({ status }) => status === "running")
        .slice(0, mostShown)
        .map((experiment) => {
          const snapshot = latest.data?.data.find((one) => one.experiment === experiment.id);
          const plan = plans.data?.data.find((one) => one.experiment === experiment.id);
          const study = studyOf({ experiment, plan, results: undefined, snapshot });
          return { experiment, study, estimate: study && estimateOf(study, "lift"), at: snapshot?.taken_at };
        }),
    [list.data, latest.data, plans.data],
  );
  const axis = axisOf(
    (rows ?? []).flatMap(({ estimate }) => (estimate && estimate.lower !== null ? [estimate] : [])),
    "lift",
  );
  const more = (running?.length ?? 0) - mostShown;
  const title = t("title");
  return (
    <Panel
      title={title}
      description={t("about")}
      actions={<TextLink href={`${base}/experiments?status=running`}>{t("more")}</TextLink>}
      flush
      className="overflow-hidden"
    >
      {rows === undefined || latest.data === undefined ? (
        <Waiting of={list.error ? list : latest} lines={5} className="p-4" />
      ) : rows.length === 0 ? (
        <EmptyState
          level={3}
          icon={<FlaskConical />}
          title={t("none")}
          action={
            <IntentLink className={buttonClass()} href={`${base}/experiments${mayPlan ? "/new" : ""}`}>
              {mayPlan ? names("new") : t("list")}
            </IntentLink>
          }
        >
          {t(desk.has("checkout", "experiments", "create") ? "noneOwn" : "noneBody")}
        </EmptyState>
      ) : (
        <RowsTable
          caption={title}
          rows={rows}
          rowKey={({ experiment }) => experiment.id}
          columns={[
            {
              id: "name",
              label: names("columns.name"),
              cell: ({ experiment: { id, name = id, ...one }, study }) => (
                <>
                  <TextLink href={`${base}/experiments/${encodeURIComponent(id)}`}>{name}</TextLink>
                  <span className="block text-muted">
                    {study ? (
                      <Mark tone={toneOf(study.verdict)}>{words.short(study.verdict, study.names)}</Mark>
                    ) : (
                      t("unread")
                    )}
                  </span>
                  {one.paused_at && (
                    <span className="block text-muted">{words.statusOf({ ...one, status: "running" }).label}</span>
                  )}
                </>
              ),
            },
            {
              id: "lift",
              label: names("columns.lift"),
              aside: <Ticks axis={axis} show={words.tick("lift")} sparse />,
              cell: ({ estimate, study, at }) =>
                !study || !estimate ? (
                  "—"
                ) : (
                  <>
                    <span className="font-medium">{words.value(estimate.value, "lift")}</span>{" "}
                    <span className="ms-1 inline-block text-muted">{words.bounds(estimate, "lift")}</span>
                    <Interval axis={axis} estimate={estimate} />
                    <span className="block text-xs">
                      <VariantName name={leadOf(study)?.name ?? ""} names={study.names} />
                    </span>
                    <span className="block text-xs text-muted">
                      {study.managed && <>{names(`metrics.${study.measure.metric}`)} · </>}
                      {at && t("read", { at: format.dateTime(at) })}
                    </span>
                  </>
                ),
            },
          ]}
        />
      )}
      {more > 0 && <p className="border-t border-line px-4 py-2 text-sm text-muted">{t("others", { count: more })}</p>}
    </Panel>
  );
}
