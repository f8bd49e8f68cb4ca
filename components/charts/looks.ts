export type Marker = "circle" | "square" | "diamond" | "triangle" | "cross";
export type Look = { color: string; dash?: string; marker: Marker };

/** Lines are told apart by dash and marker too, because not everybody tells colours apart. */
const looks: readonly Look[] = [
  { color: "var(--series-1)", marker: "circle" },
  { color: "var(--series-2)", dash: "7 4", marker: "square" },
  { color: "var(--series-3)", dash: "2 3", marker: "diamond" },
  { color: "var(--series-4)", dash: "9 3 2 3", marker: "triangle" },
  { color: "var(--series-6)", dash: "1 5", marker: "cross" },
];

export const mostSeries = looks.length;

export const lookOf = (at: number): Look => looks[at % looks.length] as Look;

const shapes: Record<Marker, string> = {
  circle: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
  square: "M-3 -3H3V3H-3Z",
  diamond: "M0 -4L4 0L0 4L-4 0Z",
  triangle: "M0 -4L4 3H-4Z",
  cross: "M-3 -3L3 3M-3 3L3 -3",
};

/** A marker around the origin. */
export const pathOf = (marker: Marker): string => shapes[marker];
