import "server-only";

type Colour = [red: number, green: number, blue: number];

const paper: Record<"light" | "dark", Colour> = { light: [250, 249, 246], dark: [38, 36, 33] };
const least = 4.6;

/** The program's colour replaces Cartwright's accent, as dark or as light as its text needs on either ground. */
export function lookOf(accent: string): string {
  const colour = accent.match(/[0-9a-f]{2}/gi)?.map((part) => Number.parseInt(part, 16)) as Colour;
  const rules = (theme: "light" | "dark") => {
    const main = readable(colour, theme);
    const [strong, text] = theme === "light" ? ["black", "white"] : ["white", "black"];
    return `
      --color-accent: ${main};
      --color-focus: ${main};
      --color-on-accent: ${text};
      --color-accent-strong: color-mix(in oklch, ${main} 85%, ${strong});
      --color-accent-soft: color-mix(in oklab, ${main} 12%, var(--color-surface));`;
  };
  return `
    :root { ${rules("light")} }
    :root[data-theme="dark"] { ${rules("dark")} }
    @media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${rules("dark")} } }`;
}

function readable(colour: Colour, theme: "light" | "dark"): string {
  const end = theme === "light" ? 0 : 255;
  for (let share = 0; share <= 1; share += 0.04) {
    const mixed = colour.map((part) => Math.round(part + (end - part) * share)) as Colour;
    if (contrast(mixed, paper[theme]) >= least) return `rgb(${mixed.join(" ")})`;
  }
  return theme === "light" ? "black" : "white";
}

function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** As the Web Content Accessibility Guidelines define it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
