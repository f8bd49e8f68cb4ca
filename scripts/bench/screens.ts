import * as ofStore from "../screens.ts";
import { demoStore } from "../test/demo-app.ts";

export type Screen = Omit<ofStore.Screen, "kind"> & { kind: ofStore.Screen["kind"] | "sign-in" };

/** A first visit may weigh, and its first paint may take, this multiple of a page of one word. */
export const mostTimes: Partial<Record<Screen["kind"], number>> = { "sign-in": 1.4, list: 1.8, report: 2.3 };

const screens: readonly Screen[] = [
  { name: "sign-in", kind: "sign-in", path: "/sign-in" },
  ...ofStore.screens.map((screen) => ({ ...screen, path: ofStore.addressOf(screen, demoStore) })),
];

/** All screens by default. An unknown name is an error, because it would measure nothing and look good. */
export function chosenScreens(only: readonly string[]): readonly Screen[] {
  const unknown = only.find((name) => !screens.some((screen) => screen.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no screen "${unknown}": ${screens.map(({ name }) => name).join(", ")}.`);
  return screens.filter(({ name }) => only.length === 0 || only.includes(name));
}
