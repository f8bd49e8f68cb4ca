"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryState } from "nuqs";
import { QueryError } from "@/components/query-error";
import { Scroller } from "@/components/scroller";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Annotation } from "@/lib/contract/desk/annotations";
import type { Snapshot } from "@/lib/contract/desk/history";
import { dayIn } from "@/lib/days";
import { liftOverTime, type Point } from "../over-time";
import { useExperimentWords } from "../words";
import { Head, td } from "./table-cells";

type Props = {
  snapshots: readonly Snapshot[];
  arms: readonly string[];
  everyHours: number;
  pending: boolean;
  error: Error | null;
  onRetry: () => void;
};

const shownInTable = 60;

/** The lift from reading to reading with its always-valid band, as far as the dashboard has read it. */
export function LiftOverTime({ snapshots, arms, everyHours, pending, error, onRetry }: Props) {
  const t = useTranslations("experiments");
  const { desk, can, store, format } = useDesk();
  const words = useExperimentWords();
  const [wanted, setWanted] = useQueryState("arm", parseAsString);
  const arm = arms.find((name) => name === wanted) ?? arms[0] ?? "";
  const pieces = liftOverTime(snapshots, arm, everyHours);
  const points = pieces.flat();
  const [first, last] = [points[0], points.at(-1)];
  const dayOf = (point: Point | undefined) => dayIn(store.timeZone, new Date(point?.at ?? 0));
  const { data: noted } = useQuery({
    ...desk.annotations.list.options({ query: { from: dayOf(first), to: dayOf(last) } }),
    enabled: points.length > 1 && can("desk", "annotations", "list"),
  });
  const marks = marksOf(noted?.data ?? []);
  return (
    <Panel
      title={t("panels.overTime")}
      description={t("overTime.about", { hours: everyHours })}
      actions={
        arms.length > 1 && (
          <Field label={t("columns.variant")} className="print:hidden">
            <Select
              value={arm}
              onChange={(event) => setWanted(event.target.value)}
              options={arms.map((name) => ({ value: name, label: name }))}
            />
          </Field>
        )
      }
    >
      {pending ? (
        <TextSkeleton lines={4} />
      ) : error && snapshots.length === 0 ? (
        <QueryError error={error} onRetry={onRetry} />
      ) : !first || !last || points.length < 2 ? (
        <p className="text-muted">{t("overTime.tooFew", { count: points.length })}</p>
      ) : (
        <figure>
          <Chart
            pieces={pieces}
            marks={marks}
            label={t("overTime.label", {
              arm,
              count: points.length,
              from: format.dateTime(iso(first)),
              to: format.dateTime(iso(last)),
              lift: format.change(last.lift),
            })}
          />
          <figcaption className="mt-1 flex justify-between gap-4 text-xs text-muted">
            <span>{format.date(iso(first))}</span>
            <span className="text-center">{t("overTime.legend", { arm })}</span>
            <span className="text-end">{format.date(iso(last))}</span>
          </figcaption>
          {marks.length > 0 && (
            <ul aria-label={t("overTime.notes")} className="mt-2 grid gap-1 text-sm">
              {marks.map(({ sign, day, texts }) => (
                <li key={day} className="flex items-baseline gap-2">
                  <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line text-xs">
                    {sign}
                  </span>
                  <span className="min-w-0 wrap-anywhere">
                    <span className="text-muted">{format.day(day)}</span> {texts.join("; ")}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <details className="mt-2 text-sm">
            <summary className="w-fit cursor-pointer py-1 text-accent underline-offset-3 hover:underline print:hidden">
              {t("overTime.table", { count: Math.min(points.length, shownInTable) })}
            </summary>
            <Scroller label={t("panels.overTime")}>
              <table className="w-full tabular-nums">
                <thead>
                  <tr>
                    <Head>{t("overTime.at")}</Head>
                    <Head end>{t("columns.lift")}</Head>
                    <Head end>{t("forest.always")}</Head>
                  </tr>
                </thead>
                <tbody>
                  {points
                    .slice(-shownInTable)
                    .reverse()
                    .map((point) => (
                      <tr key={point.at}>
                        <th scope="row" className={`${td} text-start font-normal`}>
                          {format.dateTime(iso(point))}
                        </th>
                        <td className={`${td} text-end`}>{format.change(point.lift)}</td>
                        <td className={`${td} text-end`}>{words.bounds(point)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </Scroller>
          </details>
        </figure>
      )}
    </Panel>
  );
}

const iso = ({ at }: Point) => new Date(at).toISOString();

type Mark = { sign: string; day: string; at: number; texts: string[] };

/** What people wrote beside the figures of these days, as analytics shows it too: a sign for each day. */
function marksOf(notes: readonly Annotation[]): Mark[] {
  return [...Map.groupBy(notes, ({ day }) => day)].map(([day, of], n) => ({
    ...{ sign: String(n + 1), day, at: Date.parse(`${day}T12:00:00Z`), texts: of.map(({ text }) => text) },
  }));
}

const width = 600;
const height = 160;

type ChartProps = { pieces: readonly Point[][]; marks: readonly Mark[]; label: string };

function Chart({ pieces, marks, label }: ChartProps) {
  const { format } = useDesk();
  const points = pieces.flat();
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  // The first readings are of few visitors, their bands as wide as the world: the axis is for those after them.
  const settled = points.slice(Math.floor(points.length / 4));
  const lifts = settled.map(({ lift }) => lift);
  const reach = Math.max(0.1, ...lifts.map(Math.abs)) * 2.5;
  const bounds = settled.flatMap(({ lower, upper }) => (lower === null || upper === null ? [] : [lower, upper]));
  const low = Math.max(-reach, -1, Math.min(0, ...lifts, ...bounds));
  const high = Math.min(reach, Math.max(0, ...lifts, ...bounds));
  const part = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from || 1)));
  const x = (at: number) => round(part(at) * width);
  const y = (value: number) => round(((high - Math.min(high, Math.max(low, value))) / (high - low || 1)) * height);
  const lines = pieces.map((piece) =>
    piece.map(({ at, lift }, n) => `${n === 0 ? "M" : "L"}${x(at)} ${y(lift)}`).join(""),
  );
  const bands = pieces.map((piece) => {
    const known = piece.filter(({ lower, upper }) => lower !== null && upper !== null);
    const above = known.map(({ at, upper }, n) => `${n === 0 ? "M" : "L"}${x(at)} ${y(upper ?? 0)}`);
    const below = known.map(({ at, lower }) => `L${x(at)} ${y(lower ?? 0)}`).reverse();
    return known.length > 1 ? `${above.join("")}${below.join("")}Z` : "";
  });
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2">
      {marks.length > 0 && (
        <svg
          aria-hidden="true"
          className="col-start-2 h-4 w-full overflow-visible fill-ink text-xs"
          textAnchor="middle"
        >
          {marks.map(({ sign, at }) => (
            <text key={sign} x={`${round(part(at) * 100)}%`} y="11">
              {sign}
            </text>
          ))}
        </svg>
      )}
      <svg aria-hidden="true" className="col-start-1 h-40 w-14 fill-muted text-xs" textAnchor="end">
        <text x="56" y="10">
          {format.change(high)}
        </text>
        {y(0) > 24 && y(0) < height - 24 && (
          <text x="56" y={y(0) + 4} className="fill-ink font-semibold">
            {format.change(0)}
          </text>
        )}
        <text x="56" y={height - 2}>
          {format.change(low)}
        </text>
      </svg>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full border-s border-line text-series-1 [&_path]:[vector-effect:non-scaling-stroke]"
        fill="none"
        stroke="currentColor"
      >
        {bands.map((band, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
          <path key={at} d={band} fill="currentColor" stroke="none" opacity="0.15" />
        ))}
        <path d={`M0 ${y(0)}H${width}`} className="stroke-ink" strokeDasharray="4 3" />
        {marks.map(({ sign, at }) => (
          <path key={sign} d={`M${x(at)} 0V${height}`} className="stroke-muted" strokeDasharray="2 2" />
        ))}
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <path key={at} d={line} strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
        ))}
        {points.length <= 100 &&
          points.map(({ at, lift }) => (
            <path key={at} d={`M${x(at)} ${y(lift)}h0`} strokeWidth="6" strokeLinecap="round" />
          ))}
      </svg>
    </div>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
