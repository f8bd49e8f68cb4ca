"use client";

import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CodeState as State } from "./use-code-check";

/** The status line is always present, so that screen readers announce each change of it. */
export function CodeState({ state }: { state: State }) {
  const t = useTranslations("links.form.codeStates");
  return (
    <span role="status" className="inline-flex min-h-5 items-start gap-1.5" data-state={state}>
      {state === "free" && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />}
      {(state === "taken" || state === "malformed") && (
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      )}
      <span className={state === "taken" || state === "malformed" ? "text-danger" : undefined}>{t(state)}</span>
    </span>
  );
}
