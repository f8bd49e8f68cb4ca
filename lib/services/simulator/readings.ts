import { conversionMs, type ShopExperiment } from "./experiments.ts";
import { dayMs, hour, minute } from "./time.ts";

const week = 7 * dayMs;
const everyHours = 6;

export type ExperimentReading = {
  experiment: string;
  takenAt: Date;
  status: string;
  variants: { name: string; visitors: number; conversions: number }[];
};

/** Readings every six hours, with a gap of two days in the middle of a long experiment. */
export function readingsOf({ row, run }: ShopExperiment, now: number): ExperimentReading[] {
  const from = row.startedAt?.getTime();
  if (from === undefined) return [];
  const until = run.endedAt?.getTime() ?? now;
  const seen = run.visitors
    .flatMap(({ variant, exposedAt, converted }) => [
      { at: exposedAt.getTime(), variant, visitors: 1, conversions: 0 },
      ...(converted ? [{ at: exposedAt.getTime() + conversionMs, variant, visitors: 0, conversions: 1 }] : []),
    ])
    .sort((a, b) => a.at - b.at);
  const variants = row.variants.map(({ name }) => ({ name, visitors: 0, conversions: 0 }));
  const gap = until - from < week ? until : from + (until - from) * 0.4;
  const readings: ExperimentReading[] = [];
  let next = 0;
  for (let n = 1; ; n++) {
    const at = Math.min(until, from + n * everyHours * hour + ((n * 7) % 17) * minute);
    for (let event = seen[next]; event && event.at <= at; event = seen[++next]) {
      const { variant, visitors, conversions } = event;
      const counts = variants.find(({ name }) => name === variant);
      if (!counts) continue;
      counts.visitors += visitors;
      counts.conversions += conversions;
    }
    const isLast = at === until;
    if (isLast || at < gap || at > gap + 48 * hour) {
      const status = isLast ? row.status : "running";
      readings.push({
        experiment: row.id,
        takenAt: new Date(at),
        status,
        variants: variants.map((counts) => ({ ...counts })),
      });
    }
    if (isLast) return readings;
  }
}
