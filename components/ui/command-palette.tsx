"use client";

import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "./lazy-part";
import { useShortcut } from "./use-shortcut";

export type Command = {
  id: string;
  label: string;
  keywords?: string[];
  icon?: ReactNode;
  aside?: ReactNode;
  onSelect: () => void;
};
export type CommandGroup = {
  heading: string;
  items: readonly Command[];
  /** The server found these items for the present query, so they are not filtered again. */
  found?: boolean;
};
export type CommandPaletteProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  placeholder: string;
  groups: readonly CommandGroup[];
  onQueryChange?: (query: string) => void;
  searching?: boolean;
  footer?: ReactNode;
};

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
