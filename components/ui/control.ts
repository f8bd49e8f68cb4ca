"use client";

import { createContext, use } from "react";

export type FieldControl = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
  "aria-required"?: boolean;
  disabled?: boolean;
};

export const FieldContext = createContext<FieldControl | null>(null);

/** The control's own props override those of the surrounding field. */
export function useControl<P extends object>(props: P): P & Partial<FieldControl> {
  const field = use(FieldContext);
  const own = Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
  return { ...field, ...own } as P & Partial<FieldControl>;
}

/** Height and text size are in `controlSize`, because two classes for one property would conflict. */
export const controlLook =
  "w-full min-w-0 rounded-md border border-control bg-surface text-ink -outline-offset-1 focus-visible:outline-offset-0 hover:border-ink/60 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken aria-invalid:border-danger";

export const controlSize = {
  sm: "h-7 px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-lg",
  md: "h-control px-2.5 text-base pointer-coarse:text-lg",
};

export const controlClass = `${controlLook} ${controlSize.md}`;
