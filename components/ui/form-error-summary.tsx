"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { said } from "@/lib/i18n/translate-errors";

export type FormError = {
  /** The `name` of a `Field`; without it, the error belongs to no field. */
  name?: string;
  label?: string;
  message: ReactNode;
};
export type FormErrorSummaryProps = {
  errors: readonly FormError[];
  title?: ReactNode;
  /** Usually the number of attempts: the summary takes the focus when this changes and there are errors. */
  attempt?: number;
  /** Called before a field gets the focus, for forms that show only some of their fields at a time. */
  onReveal?: ((name: string) => void) | undefined;
};

export function focusField(name: string, within: ParentNode = document) {
  const field = within.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const control = field?.querySelector<HTMLElement>(
    "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled, [data-help])",
  );
  control?.focus();
  field?.scrollIntoView({ block: "nearest" });
  return control !== null && control !== undefined;
}

/** What somebody typed and did not choose is neither saved nor dropped, because an empty field often means everything. */
export function focusUndecided(form: Element): boolean {
  const undecided = form.querySelector<HTMLElement>("[data-undecided]");
  const hidden = undecided?.closest("details");
  if (hidden) hidden.open = true;
  undecided?.focus();
  return undecided !== null;
}

const inWords = (message: ReactNode) => (typeof message === "string" ? said(message) : message);

export function FormErrorSummary({ errors, title, attempt = 0, onReveal }: FormErrorSummaryProps) {
  const t = useTranslations("ui");
  const ref = useRef<HTMLElement>(null);
  const seen = useRef(0);
  const count = errors.length;
  useEffect(() => {
    if (count > 0 && attempt !== seen.current) {
      seen.current = attempt;
      ref.current?.focus();
    }
  }, [attempt, count]);

  if (count === 0) return null;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger/40 bg-danger-soft px-3 py-2.5 focus:outline-2 focus:outline-offset-2 focus:outline-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">{title ?? t("errors", { count })}</p>
        <ul className="mt-0.5 text-sm">
          {errors.map((error, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a field may have two errors.
            <li key={`${error.name}${at}`} className="min-h-6">
              {error.name !== undefined ? (
                <button
                  type="button"
                  className="min-h-6 text-start underline underline-offset-3"
                  onClick={({ currentTarget }) => {
                    const form = currentTarget.closest("form") ?? document;
                    onReveal?.(error.name ?? "");
                    focusField(error.name ?? "", form);
                  }}
                >
                  {error.label && `${error.label}: `}
                  {inWords(error.message)}
                </button>
              ) : (
                inWords(error.message)
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
