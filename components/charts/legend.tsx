"use client";

import { useTranslations } from "next-intl";
import { usePrinting } from "../ui/use-browser";
import { areaLook, type Look, lineLook, lookOf, markerLook } from "./looks";
import type { ChartParts } from "./points";

const entryLooks =
  "-mx-1 *:inline-flex *:min-h-6 *:items-center *:gap-2 *:rounded-sm *:px-1 *:text-start *:text-sm [&>button]:hover:bg-hover";
const offLooks =
  "[&>[aria-pressed=false]]:text-muted [&>[aria-pressed=false]]:line-through [&>[aria-pressed=false]>svg]:opacity-40";

type Props = ChartParts & { hidden: readonly string[]; onChange: (hidden: readonly string[]) => void };

/** The legend is in the first paint, unlike that of Recharts, and takes no height from the drawing when it wraps. */
export function Legend({ series, areas, stacked, hidden, onChange }: Props) {
  const t = useTranslations("ui.chart");
  const printing = usePrinting() !== null;
  const entries = [
    ...series.map(({ id, label, filled = stacked }, at) => ({
      id,
      label,
      sign: <Sign look={lookOf(at)} filled={filled} />,
    })),
    ...areas.map(({ id, label, ...area }) => ({ id, label, sign: <Sign area={area} /> })),
  ];
  return (
    <fieldset className={`flex min-w-0 flex-wrap gap-x-3 gap-y-1 ${entryLooks} ${offLooks}`}>
      <legend className="sr-only!">{t("lines")}</legend>
      {entries.map(({ id, label, sign }) => {
        const isHidden = hidden.includes(id);
        const Entry = printing || entries.length === 1 ? "span" : "button";
        const press = {
          type: "button",
          "aria-pressed": !isHidden,
          onClick: () => onChange(isHidden ? hidden.filter((each) => each !== id) : [...hidden, id]),
        } as const;
        return (
          <Entry key={id} {...(Entry === "button" ? press : { hidden: isHidden })}>
            {sign} {label}
          </Entry>
        );
      })}
    </fieldset>
  );
}

type SignProps = { look?: Look; filled?: boolean; area?: Pick<ChartParts["areas"][number], "color" | "outlined"> };

/** A short piece of a line or an area. */
export function Sign({ look, filled, area }: SignProps) {
  return (
    <svg aria-hidden width="30" height="10" viewBox="-15 -5 30 10" className="shrink-0">
      {area && <rect x="-14" y="-4" width="28" height="8" {...areaLook(area.color, area.outlined)} />}
      {look && filled && <rect x="-15" y="-5" width="30" height="10" {...areaLook(look.color)} />}
      {look && <path d="M-15 0H15" strokeWidth="2" {...lineLook(look)} />}
      {look && <path {...markerLook(look)} />}
    </svg>
  );
}
