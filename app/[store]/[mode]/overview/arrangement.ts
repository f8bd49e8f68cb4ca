/** The parts of the overview, in the order that a person begins with. */
export const panelNames = ["figures", "waiting", "revenue", "offers", "experiments", "orders", "affiliates"] as const;
export type PanelName = (typeof panelNames)[number];

export type Arrangement = readonly { name: PanelName; hidden: boolean }[];

/** A part that the text does not name, because it is new, comes after the one that it follows in the list above. */
export function readArrangement(text: string): Arrangement {
  const placed = new Map<PanelName, boolean>();
  for (const word of text.split(" ")) {
    const name = panelNames.find((one) => word === one || word === `-${one}`);
    if (name) placed.set(name, word.startsWith("-"));
  }
  const names = [...placed.keys()];
  for (const [at, name] of panelNames.entries()) {
    if (!placed.has(name)) names.splice(names.indexOf(panelNames[at - 1] ?? name) + 1, 0, name);
  }
  return names.map((name) => ({ name, hidden: placed.get(name) ?? false }));
}

export const writeArrangement = (arrangement: Arrangement): string =>
  arrangement.map(({ name, hidden }) => (hidden ? `-${name}` : name)).join(" ");

/** Two parts share a row. The figures, and a part without a neighbour, have a row to themselves. */
export function inRows(names: readonly PanelName[]): PanelName[][] {
  const rows: PanelName[][] = [];
  for (const name of names) {
    const last = rows.at(-1);
    if (last?.length === 1 && last[0] !== "figures" && name !== "figures") last.push(name);
    else rows.push([name]);
  }
  return rows;
}

export function moved(arrangement: Arrangement, from: number, to: number): Arrangement {
  const rest = arrangement.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...arrangement.slice(from, from + 1));
}
