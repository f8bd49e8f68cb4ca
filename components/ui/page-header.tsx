import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { IntentLink } from "./intent-link";

type Crumb = { href: string; label: ReactNode };
export type PageHeaderProps = {
  title: ReactNode;
  crumbs?: readonly Crumb[];
  meta?: ReactNode;
  description?: ReactNode;
  /** A list follows, which a phone begins early: it leaves the description out, and its actions share one line. */
  list?: boolean;
  actions?: ReactNode;
  /** False if the first paint also has what is above a `FirstPaintEnd`. */
  paintedAlone?: boolean;
  children?: ReactNode;
};

export function PageHeader(props: PageHeaderProps) {
  const { title, crumbs, meta, description, list, actions, paintedAlone = true, children } = props;
  const t = useTranslations("ui");
  return (
    <>
      <header className="grid gap-3">
        <div className={cn("flex min-w-0 flex-wrap items-start gap-x-6 gap-y-3", list && "max-sm:gap-y-2")}>
          <div className={cn("min-w-0 flex-1 basis-64", list && "max-sm:basis-full")}>
            {crumbs && crumbs.length > 0 && (
              <nav aria-label={t("breadcrumbs")} className="mb-0.5 text-sm">
                <ol className="flex flex-wrap items-center gap-x-1">
                  {crumbs.map((crumb) => (
                    <li key={crumb.href} className="flex items-center gap-1">
                      <IntentLink
                        href={crumb.href}
                        className="inline-flex min-h-6 min-w-6 items-center text-muted underline-offset-3 hover:text-ink hover:underline"
                      >
                        {crumb.label}
                      </IntentLink>
                      <ChevronRight aria-hidden className="size-3.5 text-faint rtl:rotate-180" />
                    </li>
                  ))}
                </ol>
              </nav>
            )}
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 tabIndex={-1} className="min-w-0 text-xl font-semibold tracking-tight text-balance wrap-anywhere">
                {title}
              </h1>
              {meta}
            </div>
            {description && (
              <p className={cn("mt-0.5 max-w-3xl text-muted text-pretty", list && "max-sm:hidden")}>{description}</p>
            )}
          </div>
          {actions && (
            <div
              className={cn(
                "flex flex-wrap items-center gap-2 print:hidden",
                list &&
                  "max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:*:shrink-0",
              )}
            >
              {actions}
            </div>
          )}
        </div>
        {children}
      </header>
      {paintedAlone && <FirstPaintEnd />}
    </>
  );
}

/** The first paint waits for this element, and its siblings after it for the whole page. */
export const FirstPaintEnd = () => <i id="headed" hidden />;
