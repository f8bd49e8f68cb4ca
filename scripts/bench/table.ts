export type Line = {
  what: string;
  ours: string;
  floor: string;
  /** The figure as a multiple of the baseline. */
  ratio?: number;
  wanted?: string;
  met: boolean;
};

const lines: (Line & { bench: string })[] = [];
let bench = "";

export function beginBench(name: string): void {
  bench = name;
}

export function note(line: Line): void {
  lines.push({ bench, ...line });
}

/** For benches that print their own table. */
export function endBench(met: boolean): void {
  if (lines.some((line) => line.bench === bench)) return;
  note({ what: "its limits, as printed above", ours: "", floor: "", met });
}

export function printTable(): void {
  const cells = lines.map(({ bench, what, ours, floor, ratio, wanted = "", met }) => [
    bench,
    what,
    ours,
    floor,
    ratio === undefined ? "" : `${ratio.toFixed(2)} ×`,
    wanted,
    met ? "" : "MISSED",
  ]);
  const head = ["bench", "what", "ours", "floor", "ratio", "wanted", ""];
  const widths = head.map((_, n) => Math.max(...[head, ...cells].map((row) => (row[n] as string).length)));
  const toLine = (row: string[]) =>
    row
      .map((cell, n) => (n < 2 || n === 6 ? cell.padEnd(widths[n] as number) : cell.padStart(widths[n] as number)))
      .join("  ")
      .trimEnd();
  console.log(`\n${[head, ...cells].map(toLine).join("\n")}`);
}
