import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import type { Page } from "@/lib/contract/common";

type Search = Record<string, string | string[] | undefined>;

/** The page of a list that an address names. */
export function pageOf({ page }: Search): number {
  const wanted = Number(page);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, 10_000) : 1;
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
