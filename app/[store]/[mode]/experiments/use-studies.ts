"use client";

import { QueriesObserver, type QueryObserverOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { startTransition, useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { type Study, studyOf } from "./results/study";

export type Read = { study: Study | null; at: string | null; pending: boolean; failed: string | null };

const freshMs = 10 * 60_000;

/** More parallel requests would keep the browser and the API too busy for anything else. */
const atOnce = 4;

/** Results that arrive within this time of each other are shown together. */
const togetherMs = 100;

type Known = Parameters<typeof studyOf>[0] & { experiment: Experiment };

const studies = new WeakMap<Experiment, Known & { study: Study | null }>();

/** A response changes one row. The statistics of the others would take longer than drawing the list. */
function knownStudyOf(of: Known): Study | null {
  const last = studies.get(of.experiment);
  if (last && last.plan === of.plan && last.results === of.results && last.snapshot === of.snapshot) return last.study;
  const study = studyOf(of);
  studies.set(of.experiment, { ...of, study });
  return study;
}

/** Stored readings are shown at once; results are fetched with one small call for each row that has been on screen. */
export function useStudies(experiments: readonly Experiment[]) {
  const { checkout, desk } = useDesk();
  const resultsOf = (id: string) => checkout.experiments.results.options({ params: { id } });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const plans = useQuery(desk.experiment_plans.list.options());
  const kept = useQuery(desk.history.latest.options());
  const client = useQueryClient();
  let free = atOnce;
  const states = experiments.map(({ id }) => client.getQueryState(resultsOf(id).queryKey));
  const queries = experiments.flatMap(({ id, status }, at): QueryObserverOptions[] => {
    const wanted = seen.has(id) && status !== "draft";
    const answered = states[at] !== undefined && states[at].status !== "pending";
    return wanted && (answered || free-- > 0) ? [{ ...resultsOf(id), staleTime: freshMs } as QueryObserverOptions] : [];
  });
  useObserved(queries);
  const known = states.map((state) => `${state?.dataUpdatedAt} ${state?.errorUpdatedAt}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `known` changes exactly when the states change.
  const reads = useMemo(
    () =>
      new Map(
        experiments.map((experiment, at): [string, Read] => {
          const { data, dataUpdatedAt, error } = states[at] ?? {};
          const snapshot = kept.data?.data.find((one) => one.experiment === experiment.id);
          const plan = plans.data?.data.find((one) => one.experiment === experiment.id);
          const study = knownStudyOf({ experiment, plan, results: data, snapshot });
          return [
            experiment.id,
            {
              study: study ?? (experiment.status === "draft" ? studyOf({ experiment, plan, results: nothing }) : null),
              at: data ? new Date(dataUpdatedAt ?? 0).toISOString() : (snapshot?.taken_at ?? null),
              pending: !data && !error && experiment.status !== "draft",
              failed: error && !data ? error.message : null,
            },
          ];
        }),
      ),
    [experiments, plans.data, kept.data, known],
  );
  const onSeen = useCallback(
    (id: string) => startTransition(() => setSeen((last) => (last.has(id) ? last : new Set(last).add(id)))),
    [],
  );
  return { reads, onSeen, kept: kept.data?.data };
}

/** Unlike `useQueries`, which renders at once for each response, this lets typing and clicks go first. */
function useObserved(queries: QueryObserverOptions[]) {
  const client = useQueryClient();
  const [, onChange] = useReducer((count: number) => count + 1, 0);
  const [observer] = useState(() => new QueriesObserver(client, []));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = observer.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => startTransition(onChange), togetherMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [observer]);
  useEffect(() => observer.setQueries(queries));
}

const nothing = { experiment_id: "", variants: [] };
