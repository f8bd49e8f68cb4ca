"use client";

import { LogOut, UserRound } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChooseLanguage } from "@/components/choose-language";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { IntentLink } from "@/components/ui/intent-link";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Toaster } from "@/components/ui/toaster";
import { TooltipLayer } from "@/components/ui/tooltip-layer";
import { post } from "@/lib/api/send";
import { partnerAuthBase } from "@/lib/contract/partner/words";
import { usePortal } from "../portal";

const pages = ["home", "links", "earnings", "performance", "media"] as const;

export function Frame({ mark, sandbox, children }: { mark: ReactNode; sandbox: boolean; children: ReactNode }) {
  const t = useTranslations("partners");
  const ui = useTranslations("ui");
  const path = usePathname();
  const { base } = usePortal();
  const signOut = async () => {
    await post(`${partnerAuthBase}/sign-out`, {});
    // A full page load leaves no data of the session.
    window.location.assign(`${base}/sign-in`);
  };
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col">
      <a
        href="#main"
        className="fixed start-3 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        {ui("skip")}
      </a>
      <header className="border-b border-line px-4 pt-4 sm:px-6 print:hidden">
        <div className="flex items-center gap-1">
          <div className="min-w-0 flex-1">{mark}</div>
          <IntentLink
            href={`${base}/account`}
            aria-current={path.startsWith(`${base}/account`) ? "page" : undefined}
            className={cn(buttonClass({ size: "sm", variant: "ghost" }), "aria-[current]:bg-hover")}
          >
            <UserRound aria-hidden /> {t("tabs.account")}
          </IntentLink>
          <Button size="sm" variant="ghost" icon={<LogOut aria-hidden />} onClick={signOut}>
            {t("frame.signOut")}
          </Button>
        </div>
        <nav aria-label={t("frame.navigation")} className="-mx-4 mt-2 overflow-x-auto px-2.5 sm:-mx-6 sm:px-4.5">
          <ul className="flex gap-1">
            {pages.map((page) => {
              const href = page === "home" ? base : `${base}/${page}`;
              const current = page === "home" ? path === base : path.startsWith(href);
              return (
                <li key={page}>
                  <IntentLink
                    href={href}
                    aria-current={current ? "page" : undefined}
                    className="flex h-11 items-center border-b-2 border-transparent px-1.5 whitespace-nowrap text-muted sm:px-2 -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
                  >
                    {t(`tabs.${page}`)}
                  </IntentLink>
                </li>
              );
            })}
          </ul>
        </nav>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-6 sm:px-6 print:p-0"
      >
        {sandbox && (
          <Banner tone="warning" live={false}>
            {t("frame.sandbox")}
          </Banner>
        )}
        {children}
        {/* The browser shows everything below the page's head only once this element has arrived. */}
        <i id="drawn" hidden />
      </main>
      <footer className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line px-4 py-4 sm:px-6 print:hidden">
        <ChooseLanguage />
        <ThemeToggle />
      </footer>
      <Toaster />
      <TooltipLayer />
    </div>
  );
}
