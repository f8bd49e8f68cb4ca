"use client";

import { useEffect, useState } from "react";
import { same } from "@/components/merge-edits";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

/** The schema weighs: it comes with the first touch of the form, and is waited for where it must judge. */
export const loadCheck = () => import("./check-offer");
type Check = Awaited<ReturnType<typeof loadCheck>>;

/** The offer as it would be sent, drawn from the parsed body: see `readOffer`. */
export function useReadOffer(values: UpsellDraft, initial: UpsellDraft): UpsellDraft {
  const [check, setCheck] = useState<Check | null>(null);
  const isTouched = !same(values, initial);
  useEffect(() => {
    // Where it does not come nothing new is shown; whoever saves is told why.
    if (isTouched) loadCheck().then(setCheck, () => {});
  }, [isTouched]);
  return check ? check.readOffer(values) : initial;
}
