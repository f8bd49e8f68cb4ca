type Marker = "circle" | "square" | "diamond" | "triangle" | "cross";
export type Look = { color: string; dash?: string; marker: Marker };

/** Dashes and markers distinguish lines as well, because not everybody tells colours apart. */
const looks: readonly Look[] = [
  { color: "var(--color-series-1)", marker: "circle" },
  { color: "var(--color-series-2)", dash: "7 4", marker: "square" },
  { color: "var(--color-series-3)", dash: "2 3", marker: "diamond" },
  { color: "var(--color-series-4)", dash: "9 3 2 3", marker: "triangle" },
  { color: "var(--color-series-6)", dash: "1 5", marker: "cross" },
];

export const mostSeries = looks.length;

export const lookOf = (at: number): Look => looks[at % looks.length] as Look;

// The shapes are drawn around the origin.
const shapes: Record<Marker, string> = {
  circle: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
  square: "M-3 -3h6v6h-6Z",
  diamond: "M0 -4l4 4l-4 4l-4 -4Z",
  triangle: "M0 -4l4 7h-8Z",
  cross: "M-3 -3l6 6m-6 0l6 -6",
};

export const markerLook = ({ color, marker }: Look) => ({
  d: shapes[marker],
  ...(marker === "cross" ? { fill: "none", stroke: color, strokeWidth: 2 } : { fill: color }),
});

/** Recharts reads a width of 100% as 100 pixels, and would draw the whole chart at that size before the real one. */
export const whole = { width: "auto", height: "100%" };

export const lineLook = ({ color, dash }: Look) => ({ stroke: color, strokeDasharray: dash });

export const areaLook = (color: string, outlined = false) =>
  outlined ? { fill: "none", stroke: color, strokeOpacity: 0.7 } : { fill: color, fillOpacity: 0.18, stroke: "none" };
