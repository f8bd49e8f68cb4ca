import * as ofStore from "../screens.ts";
import { demoStore } from "../test/demo-app.ts";

export type Screen = Omit<ofStore.Screen, "kind"> & { kind: ofStore.Screen["kind"] | "sign-in" };

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
