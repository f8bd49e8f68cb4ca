"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { useDesk } from "@/lib/api/desk";
import { type Point, placesOf, reachOf } from "../results/over-time";

export type Mark = { sign: string; day: string; at: number; texts: string[] };

type Props = { pieces: readonly Point[][]; arm: string; marks: readonly Mark[]; description: string };

/** The line leaves the region of no difference exactly when its interval excludes zero. */
export function LiftChart({ pieces, arm, marks, description }: Props) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const places = useMemo(() => placesOf(pieces), [pieces]);
  const times = useMemo(() => places.map(({ at }) => at), [places]);
  const moment = useCallback((at: number) => new Date(times[at] ?? 0).toISOString(), [times]);
  const label = useCallback((at: number) => format.dateTime(moment(at)), [format, moment]);
  const shortLabel = useCallback((at: number) => format.date(moment(at)), [format, moment]);
  const series = useMemo(() => [{ id: "lift", label: arm, values: places.map(({ lift }) => lift) }], [arm, places]);
  const [same, interval] = [t("overTime.same"), t("overTime.interval")];
  const areas = useMemo(
    () => [
      {
        id: "same",
        label: same,
        color: "var(--color-muted)",
        from: places.map((place) => place.same && -place.same),
        to: places.map((place) => place.same),
      },
      {
        id: "interval",
        label: interval,
        color: "var(--color-series-1)",
        outlined: true,
        from: places.map(({ lower }) => lower),
        to: places.map(({ upper }) => upper),
      },
    ],
    [places, same, interval],
  );
  const reach = useMemo(() => reachOf(pieces.flat()), [pieces]);
  const shown = useMemo(() => {
    const after = (noon: number) => times.findIndex((at) => at >= noon);
    return marks.map(({ sign, at, texts }) => ({
      sign,
      text: texts.join("; "),
      at: after(at) < 0 ? times.length - 1 : after(at),
    }));
  }, [marks, times]);
  return (
    <LineChart
      title={t("panels.overTime")}
      description={description}
      label={label}
      shortLabel={shortLabel}
      series={series}
      areas={areas}
      reach={reach}
      places={times}
      marks={shown}
      show={format.change}
      tick={format.change}
    />
  );
}
