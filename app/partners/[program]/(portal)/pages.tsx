import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import type { Page } from "@/lib/contract/common";

type Search = Record<string, string | string[] | undefined>;

export const statuses = ["all", "pending", "approved", "rejected"] as const;
export const lengths = ["7", "30", "90", "365"] as const;

/** The page of a list that an address names. */
export function pageOf({ page }: Search): number {
  const wanted = Number(page);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, 10_000) : 1;
}

type Choice<Value extends string> = { value: Value; label: string };

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Choice<Value>[];
  href: (value: Value) => string;
  className?: string;
};

export function Choices<Value extends string>({ label, value, options, href, className }: ChoicesProps<Value>) {
  return (
    <nav aria-label={label} className={cn("flex flex-wrap gap-2 print:hidden", className)}>
      {options.map((option) => (
        <IntentLink
          key={option.value}
          href={href(option.value)}
          aria-current={option.value === value ? "page" : undefined}
          className={buttonClass({ size: "sm", variant: option.value === value ? "secondary" : "ghost" })}
        >
          {option.label}
        </IntentLink>
      ))}
    </nav>
  );
}

export function Pages({ of, href }: { of: Page<unknown>["pagination"]; href: (page: number) => string }) {
  const t = useTranslations("partners.earnings");
  const { page, per_page, total } = of;
  const hasNext = total !== null && page * per_page < total;
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label={t("pages")} className="flex justify-between gap-2 border-t border-line px-4 py-2 print:hidden">
      {page > 1 ? (
        <IntentLink href={href(page - 1)} className={buttonClass({ size: "sm" })}>
          {t("previous")}
        </IntentLink>
      ) : (
        <span />
      )}
      {hasNext && (
        <IntentLink href={href(page + 1)} className={buttonClass({ size: "sm" })}>
          {t("next")}
        </IntentLink>
      )}
    </nav>
  );
}
