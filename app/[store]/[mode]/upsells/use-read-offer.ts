"use client";

import { useEffect, useState } from "react";
import { same } from "@/components/forms/merge-edits";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

/** The schema is large, so it is loaded when the form is first touched. */
export const loadCheck = () => import("./check-offer");
type Check = Awaited<ReturnType<typeof loadCheck>>;

export function useReadOffer(values: UpsellDraft, initial: UpsellDraft): UpsellDraft {
  const [check, setCheck] = useState<Check | null>(null);
  const isTouched = !same(values, initial);
  useEffect(() => {
    // If loading fails, the preview stays as it is; saving reports the failure.
    if (isTouched) loadCheck().then(setCheck, () => {});
  }, [isTouched]);
  return check ? check.readOffer(values) : initial;
}
