"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense } from "react";
import { useListHref } from "@/components/lists/list-address";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { isGone } from "../live";
import { resultsOf, single } from "../reads";
import { Head } from "./head";
import { Notes } from "./notes";

// Each kind of page loads only its own parts.
const PlannedView = lazy(async () => ({ default: (await import("./planned/planned-view")).PlannedView }));
const UnplannedView = lazy(async () => ({ default: (await import("./unplanned-view")).UnplannedView }));

export function ExperimentView({ id }: { id: string }) {
  const t = useTranslations("experiments");
  const desk = useDesk();
  const own = useQuery(single(desk, id));
  const results = useQuery(resultsOf(desk, id));
  const experiment = own.data;
  const nothingYet = experiment && isGone(results.error);
  const failed = own.error && !experiment ? own : results;
  const deleted = experiment?.status === "draft" && isGone(own.error);
  const read = deleted ? undefined : results.data;
  const listHref = useListHref(`${desk.base}/experiments`);

  // The verdict is worded by the plan and by whether the experiment has ended, so the page waits for the experiment.
  // Results without an experiment are shown too, because another API may list fewer experiments than it has.
  if (read && (experiment || isGone(own.error))) {
    return (
      <Suspense fallback={<Head id={id} experiment={experiment} />}>
        {experiment?.plan ? (
          <PlannedView experiment={experiment} plan={experiment.plan} results={read} />
        ) : (
          <UnplannedView id={id} experiment={experiment} results={read} />
        )}
      </Suspense>
    );
  }
  return (
    <>
      <Head id={id} experiment={experiment} />
      <Panel>
        {deleted ? (
          <Banner
            tone="warning"
            action={
              <IntentLink href={listHref} className={buttonClass({ size: "sm" })}>
                {t("showAll")}
              </IntentLink>
            }
          >
            {t("deletedDraft")}
          </Banner>
        ) : nothingYet ? (
          <EmptyState icon={<FlaskConical />} title={t("noResults.title")}>
            {t("noResults.body")}
          </EmptyState>
        ) : (
          <Waiting of={failed} lines={10} />
        )}
      </Panel>
      {nothingYet && !deleted && <Notes id={id} />}
    </>
  );
}
