"use client";

import { Suspense, useState } from "react";
import type { CommandPaletteProps } from "./command-palette-view";
import { lazyPart } from "./lazy-part";
import { useShortcut } from "./use-shortcut";

export type { CommandGroup, CommandItem as Command } from "./command-palette-view";

const load = () => import("./command-palette-view");
const View = lazyPart(() => load().then((file) => ({ default: file.CommandPaletteView })));

/** Called when the pointer reaches the button that opens the palette. */
export const preloadCommandPalette = () => void load();

export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props;
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  useShortcut("mod+k", () => onOpenChange(!open), { whileTyping: true, inDialogs: open });
  if (!wanted) return null;
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
