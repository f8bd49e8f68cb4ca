import type { OfferResults } from "@/lib/contract/checkout/analytics";

export const dimensions = ["placement", "device", "visitors", "trigger_product"] as const;
export type Dimension = (typeof dimensions)[number];

type Listed = OfferResults["segments"][number];
/** Of the rest, nobody knows the value, which is null. */
export type Segment = Pick<Listed, "shown" | "accepted" | "declined" | "revenue"> & {
  value: string | null;
  discount: number | null;
};

/** With what is left of the whole offer, which is what the shop did not tell or what came before this was recorded. */
export function segmentsBy(by: Dimension, { data, segments }: OfferResults): Segment[] {
  const known = segments.filter((segment) => segment.by === by);
  const left = (name: "shown" | "accepted" | "declined" | "revenue") =>
    Math.max(0, Number(known.reduce((rest, segment) => rest - segment[name], data[name]).toFixed(4)));
  const rest = {
    shown: left("shown"),
    accepted: left("accepted"),
    declined: left("declined"),
    revenue: left("revenue"),
  };
  if (known.length === 0 || Object.values(rest).every((count) => count === 0)) return known;
  return [...known, { ...rest, value: null, discount: null }];
}

/** Fewer showings say nothing of a rate. */
export const leastShown = 30;
