"use client";

import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";

export const steps = ["tested", "visitors", "decision", "check"] as const;
type Step = (typeof steps)[number];
const stepFilter = parseAsStringLiteral(steps).withDefault("tested");
export const stepId = "experiment-step";

export function stepOf(field: string): Step {
  if (!field.startsWith("plan.")) return "tested";
  if (/^plan\.(traffic|audience|group)/.test(field)) return "visitors";
  return /^plan\.(starts|ends)_at/.test(field) ? "check" : "decision";
}

export function useStep() {
  const [step, setStep] = useQueryState("step", stepFilter);
  /** Shows a step at once, so that one of its fields can take the focus. */
  const show = (to: Step) => flushSync(() => void setStep(to));
  const go = (to: Step) => {
    show(to);
    document.getElementById(stepId)?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  };
  return { step, show, go };
}

export function Stepper() {
  const t = useTranslations("experimentEditor");
  const { step, go } = useStep();
  const current = steps.indexOf(step);
  return (
    <nav aria-label={t("stepsLabel")}>
      <ol className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {steps.map((each, at) => (
          <li key={each}>
            <button
              type="button"
              aria-current={each === step ? "step" : undefined}
              className="inline-flex min-h-8 items-center gap-2 rounded-md text-muted hover:text-ink aria-[current]:font-medium aria-[current]:text-ink"
              onClick={() => go(each)}
            >
              <span
                aria-hidden
                className={cn(
                  "grid size-6 place-items-center rounded-full border text-sm",
                  at === current && "border-accent bg-accent text-on-accent",
                  at < current ? "border-accent text-accent" : at > current && "border-control",
                )}
              >
                {at + 1}
              </span>
              <span className={cn(each !== step && "max-sm:sr-only")}>{t(`steps.${each}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
