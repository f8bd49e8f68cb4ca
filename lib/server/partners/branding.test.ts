import { expect, test } from "vitest";
import { lookOf } from "./branding.ts";

const paper = { light: 0.948, dark: 0.0178 };

/** As the guidelines for accessible pages compute it, written another way. */
function luminance(rgb: string): number {
  const parts = (rgb.match(/\d+/g) ?? []).map((part) => (Number(part) / 255 + 0.055) / 1.055);
  return [0.2126, 0.7152, 0.0722].reduce((sum, share, n) => sum + share * (parts[n] ?? 0) ** 2.4, 0);
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test.each(["#000000", "#ffffff", "#ffe600", "#1f5fd6", "#0b6655", "#808080", "#ff0000", "#00ff00"])(
  "text in the colour %s can be read on both grounds, and so can text on it",
  (accent) => {
    const [light = "", dark = ""] = [...lookOf(accent).matchAll(/--color-accent: ([^;]+);/g)].map(([, value]) => value);
    const named = (value: string) => (value === "black" ? 0 : value === "white" ? 1 : luminance(value));
    expect(contrast(named(light), paper.light)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(named(light), 1)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(named(dark), paper.dark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(named(dark), 0)).toBeGreaterThanOrEqual(4.5);
  },
);
