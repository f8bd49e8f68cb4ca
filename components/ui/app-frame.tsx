import { Menu as Bars } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { memo, type ReactNode, useState } from "react";
import { cn } from "./cn";
import { Dialog } from "./dialog";
import { HydrateOnTouch } from "./hydrate-on-touch";
import { IconButton } from "./icon-button";
import { IntentLink } from "./intent-link";
import { TooltipLayer } from "./tooltip-layer";

type NavItem = {
  href: string;
  label: string;
  icon?: ReactNode;
  /** True for an entry that is not current on pages below it. */
  exact?: boolean;
  /** Prefetches the page with its data while the pointer rests on it. */
  whole?: boolean;
};
export type NavSection = { label?: string; items: readonly NavItem[] };

export type AppFrameProps = {
  brand: ReactNode;
  sections: readonly NavSection[];
  sidebarTop?: ReactNode;
  topbar?: ReactNode;
  topbarEnd?: ReactNode;
  mode?: { id: string; label: ReactNode; icon?: ReactNode; detail?: ReactNode; aside?: ReactNode } | null;
  notices?: ReactNode;
  children: ReactNode;
};

export function AppFrame({ brand, sections, sidebarTop, topbar, topbarEnd, mode, notices, children }: AppFrameProps) {
  const t = useTranslations("ui");
  const sidebar = (
    <>
      {sidebarTop}
      <SideNav sections={sections} />
    </>
  );

  return (
    <div data-mode={mode?.id} className={cn("flex min-h-dvh flex-col", mode ? "[--band:1.75rem]" : "[--band:0rem]")}>
      <a
        href="#main"
        className="fixed start-3 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        {t("skip")}
      </a>
      {mode && <ModeFrame {...mode} />}
      <div className="flex-1 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] print:block">
        <aside className="sticky top-(--band) hidden h-[calc(100dvh-var(--band))] flex-col overflow-y-auto border-e border-line lg:flex print:hidden">
          <div className="flex h-14 shrink-0 items-center px-4">{brand}</div>
          <HydrateOnTouch shows={[sections]}>{sidebar}</HydrateOnTouch>
        </aside>
        <div className="flex min-w-0 flex-col">
          <header className="sticky top-(--band) z-30 flex h-14 items-center gap-2 border-b border-line bg-paper px-3 sm:px-6 print:hidden">
            <PhoneNav brand={brand}>{sidebar}</PhoneNav>
            <div className="flex min-w-0 flex-1 items-center gap-2">{topbar}</div>
            <div className="flex items-center gap-1">{topbarEnd}</div>
          </header>
          {notices}
          <main
            id="main"
            tabIndex={-1}
            className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-5 sm:px-6 print:p-0"
          >
            {children}
            {/* The browser shows everything below the page's head only once this element has arrived. */}
            <i id="drawn" hidden />
          </main>
        </div>
      </div>
      <TooltipLayer />
    </div>
  );
}

function ModeFrame({ label, icon, detail, aside }: Omit<NonNullable<AppFrameProps["mode"]>, "id">) {
  const t = useTranslations("ui");
  return (
    <>
      <section
        aria-label={t("mode")}
        className="sticky top-0 z-40 flex h-7 items-center justify-center gap-2 bg-sandbox px-4 text-sm text-on-sandbox print:hidden [&_svg]:size-4"
      >
        {icon}
        <strong className="font-semibold">{label}</strong>
        {detail && <span className="hidden truncate sm:inline">{detail}</span>}
        {aside}
      </section>
      <div aria-hidden className="pointer-events-none fixed inset-0 z-40 border-3 border-sandbox print:hidden" />
    </>
  );
}

function SideNav({ sections }: { sections: readonly NavSection[] }) {
  const t = useTranslations("ui");
  return (
    <nav aria-label={t("mainNavigation")} className="grid gap-4 px-2.5 py-3">
      {sections.map((section) => (
        <div key={section.label ?? section.items[0]?.href}>
          {section.label && <p className="px-2 pb-1 text-xs font-medium text-muted">{section.label}</p>}
          <ul className="grid gap-px">
            {section.items.map((item) => (
              <li key={item.href}>
                <Entry item={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({ item }: { item: NavItem }) {
  const path = usePathname();
  return <EntryLink item={item} active={path === item.href || (!item.exact && path.startsWith(`${item.href}/`))} />;
}

const EntryLink = memo(function EntryLink({ item, active }: { item: NavItem; active: boolean }) {
  return (
    <IntentLink
      href={item.href}
      whole={item.whole}
      aria-current={active ? "page" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted -outline-offset-2 pointer-coarse:h-11 hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink [&_svg]:size-4 [&_svg]:shrink-0 aria-[current]:[&>svg]:text-accent"
    >
      {item.icon}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
    </IntentLink>
  );
});

function PhoneNav({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const t = useTranslations("ui");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        className="lg:hidden"
        label={t("openNavigation")}
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Bars />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onOpenChange={setOpen} shape="start" title={brand} flush>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only watches links, which have their own keys. */}
        <div
          className="flex min-h-full flex-col"
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest("a[href]")) setOpen(false);
          }}
        >
          {children}
        </div>
      </Dialog>
    </>
  );
}
