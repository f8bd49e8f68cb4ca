import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { healthyRate } from "@/lib/contract/checkout/webhook-words";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import type { LatestSnapshot } from "@/lib/contract/desk/history";
import { faultySplit, sampleRatioMismatch } from "@/lib/stats/index";
import { measureOf } from "../experiments/results/measure";
import { armsOf, rivalsOf } from "../experiments/results/verdict";

export type ToDecide = {
  id: string;
  name: string;
  why: "significant" | "split" | "won" | "alert" | "reached" | "over";
  winner?: string;
};

const newsMs = 14 * 86_400_000;

export function experimentsToDecide(
  experiments: readonly Experiment[],
  readings: readonly LatestSnapshot[],
  now: Date,
): ToDecide[] {
  const latest = new Map(readings.map((reading) => [reading.experiment, reading]));
  return experiments.flatMap((experiment): ToDecide[] => {
    const { id, name = id, status, winner, ended_at, plan, alert, decisions = [] } = experiment;
    const reading = latest.get(id);
    if (plan && status === "completed") {
      return decisions.some(({ outcome }) => outcome !== "longer") ? [] : [{ id, name, why: "over" }];
    }
    if (status === "completed") {
      const isNew = ended_at !== undefined && now.getTime() - Date.parse(ended_at) < newsMs;
      return winner !== undefined && isNew ? [{ id, name, why: "won", winner }] : [];
    }
    if (status === "running" && alert && alert.kind !== "split") return [{ id, name, why: "alert" }];
    if (status !== "running" || !reading) return [];
    // A broken split comes first, because it invalidates every result.
    if (isSplitFaulty(experiment, reading)) return [{ id, name, why: "split" }];
    if (reading.status === "significant" || isFound(experiment, reading)) return [{ id, name, why: "significant" }];
    return hasReached(experiment, reading) ? [{ id, name, why: "reached" }] : [];
  });
}

function isFound(experiment: Experiment, { variants }: LatestSnapshot): boolean {
  const arms = armsOf(variants);
  const control = controlIn(arms ?? []);
  if (!experiment.plan || !arms || !control) return false;
  return rivalsOf(arms, control, measureOf(experiment)).some(({ decided }) => decided);
}

/** The planned number of visitors has come to every variant, so that waiting longer was not planned. */
function hasReached({ frozen }: Experiment, { variants }: LatestSnapshot): boolean {
  const needed = frozen?.visitors_needed;
  return needed != null && variants.every(({ visitors = 0 }) => visitors >= needed);
}

function isSplitFaulty({ variants }: Experiment, reading: LatestSnapshot): boolean {
  const visitors = reading.variants.map((variant) => variant.visitors ?? Number.NaN);
  const weights = reading.variants.map(({ name }) => variants?.find((variant) => variant.name === name)?.weight);
  // Without planned weights, the split cannot be judged.
  if (!weights.every((weight) => weight !== undefined)) return false;
  const { pValue } = sampleRatioMismatch(visitors, weights);
  return pValue !== null && pValue < faultySplit;
}

export function failingEndpoints(endpoints: readonly Webhook[]): Webhook[] {
  return endpoints.filter(({ state, enabled, health }) => {
    if (state === "paused") return true;
    if (!enabled || !health) return false;
    return health.exhausted > 0 || (health.success_rate ?? 1) < healthyRate;
  });
}

export function hostOf({ id, url }: Webhook): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : id;
}
