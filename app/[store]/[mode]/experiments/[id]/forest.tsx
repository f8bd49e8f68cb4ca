"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Scroller } from "@/components/scroller";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Comparison, Study } from "../study";
import { useExperimentWords } from "../words";
import { type Axis, axisOf, placeOn } from "./axis";
import { Head, td } from "./table-cells";

/** The lift of each variant with both intervals, on one axis; each value stands beside it in figures. */
export function Forest({ study }: { study: Study }) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  const axis = axisOf(study.comparisons);
  return (
    <Panel
      title={t("panels.forest", { control: study.control?.name ?? "" })}
      aside={<Help of="lift" label={t("columns.lift")} />}
      description={t("forest.about")}
      flush
    >
      <Scroller label={t("panels.forest", { control: study.control?.name ?? "" })}>
        <table data-testid="forest" className="w-full min-w-[52rem] text-sm tabular-nums">
          <thead>
            <tr>
              <Head>{t("columns.variant")}</Head>
              <Head end>{t("columns.lift")}</Head>
              <Head className="w-1/3 min-w-48">
                <span className="sr-only">{t("forest.drawing")}</span>
                <Ticks axis={axis} />
              </Head>
              <Head end>{t("forest.difference")}</Head>
              <Head end>{t("forest.always")}</Head>
              <Head end>{t("forest.fixed")}</Head>
              <Head>{t("forest.outcome")}</Head>
            </tr>
          </thead>
          <tbody>
            {study.comparisons.map((one) => (
              <tr key={one.name}>
                <th scope="row" className={`${td} min-w-24 text-start font-medium wrap-anywhere`}>
                  {one.name}
                </th>
                <td className={`${td} text-end font-medium`}>{words.change(one.lift)}</td>
                <td className={td}>
                  <Interval axis={axis} one={one} />
                </td>
                <td className={`${td} text-end whitespace-nowrap`}>{words.points(one.difference)}</td>
                <td className={`${td} text-end whitespace-nowrap text-muted`}>{words.bounds(one.always)}</td>
                <td className={`${td} text-end whitespace-nowrap text-muted`}>{words.bounds(one.fixed)}</td>
                <td className={td}>{t(outcomeOf(one, study))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <p className="px-4 py-2.5 text-sm text-muted text-pretty">
        {t("forest.legend", { from: format.change(axis.from), to: format.change(axis.to) })}
      </p>
    </Panel>
  );
}

const nearEnd = (percent: number) => percent < 30 || percent > 70;

function Ticks({ axis }: { axis: Axis }) {
  const { format } = useDesk();
  return (
    // Attributes, because a page from the server may bring no styles of its own.
    <svg aria-hidden="true" className="block h-4 w-full overflow-visible fill-muted text-xs font-normal">
      {axis.ticks.map((tick, at) => (
        <text
          key={tick}
          x={`${placeOn(axis, tick)}%`}
          y="12"
          textAnchor={at === 0 ? "start" : at === axis.ticks.length - 1 ? "end" : "middle"}
          className={cn(
            tick === 0 && "fill-ink font-semibold",
            // Where there is little room, the ends say enough, and zero unless it is close to one.
            at > 0 && at < axis.ticks.length - 1 && (tick !== 0 || nearEnd(placeOn(axis, tick))) && "max-md:hidden",
          )}
        >
          {format.change(tick)}
        </text>
      ))}
    </svg>
  );
}

function outcomeOf(one: Comparison, { verdict }: Study) {
  if (verdict.rule === "split") return "outcomes.void";
  if (!one.decided || verdict.rule === "early") return "outcomes.open";
  return (one.lift ?? 0) > 0 ? "outcomes.better" : "outcomes.worse";
}

const height = 28;

/** Decoration: the row says the same in figures. */
function Interval({ axis, one }: { axis: Axis; one: Comparison }) {
  const at = (value: number) => placeOn(axis, value);
  const middle = height / 2;
  const { always, fixed, lift } = one;
  const line = (from: number, to: number) => `M${at(from)} ${middle}H${at(to)}`;
  /** A cap where the interval ends; none where it goes on beyond the axis. */
  const cap = (value: number) => (value < axis.from || value > axis.to ? "" : `M${at(value)} ${middle - 5}v10`);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-full overflow-visible text-series-1 [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
      stroke="currentColor"
    >
      {axis.ticks.map((tick) => (
        <path key={tick} d={`M${at(tick)} 0v${height}`} className={tick === 0 ? "stroke-ink" : "stroke-line"} />
      ))}
      {always.lower !== null && always.upper !== null && (
        <path d={`${line(always.lower, always.upper)}${cap(always.lower)}${cap(always.upper)}`} strokeWidth="1.5" />
      )}
      {fixed.lower !== null && fixed.upper !== null && (
        <path d={line(fixed.lower, fixed.upper)} strokeWidth="7" opacity="0.45" />
      )}
      {lift !== null && lift >= axis.from && lift <= axis.to && (
        <path d={`M${at(lift)} ${middle}h0`} strokeWidth="9" strokeLinecap="round" className="stroke-ink" />
      )}
    </svg>
  );
}
