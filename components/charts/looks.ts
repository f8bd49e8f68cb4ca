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

// From where the pen stands, so that one path has any number of them.
const shapes: Record<Marker, string> = {
  circle: "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
  square: "m-3 -3h6v6h-6Z",
  diamond: "m0 -4l4 4l-4 4l-4 -4Z",
  triangle: "m0 -4l4 7h-8Z",
  cross: "m-3 -3l6 6m-6 0l6 -6",
};

/** A marker around a point, or around the origin; none where the point is not known. */
export function pathOf(marker: Marker, { x, y }: { x: number; y: number | null } = { x: 0, y: 0 }): string {
  return y === null ? "" : `M${x} ${y}${shapes[marker]}`;
}

/** A shaded area, or only its outline where it lies over another one. */
export const areaLook = (color: string, outlined = false) =>
  outlined ? { fill: "none", stroke: color, strokeOpacity: 0.7 } : { fill: color, fillOpacity: 0.18 };
