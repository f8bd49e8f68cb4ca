"use client";

import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Unit } from "./figures";

/** How values are shown in full, and in short on an axis. */
export type Units = Record<Unit, { show: (value: number) => string; tick: (value: number) => string }>;

export function useUnits(currency: string | undefined): Units {
  const { format } = useDesk();
  return useMemo(
    () => ({
      money: {
        show: (value) => format.money(value, currency),
        tick: (value) => format.shortMoney(value, currency),
      },
      ratio: { show: format.ratioInColumn, tick: format.ratio },
      count: { show: format.number, tick: format.short },
    }),
    [format, currency],
  );
}
