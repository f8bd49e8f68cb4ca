"use client";

import { useState } from "react";

const none: string[] = [];

/** The selection is cleared when the list's filters change. */
export function useSelection(look: object) {
  const at = JSON.stringify(look);
  const [chosen, setChosen] = useState({ at, ids: none, all: false });
  const { ids, all } = chosen.at === at ? chosen : { ids: none, all: false };
  return [ids, all, (next: string[], every = false) => setChosen({ at, ids: next, all: every })] as const;
}
