"use client";

import {
  Banknote,
  ChartLine,
  ChartSpline,
  FlaskConical,
  HandCoins,
  History,
  House,
  Link2,
  ListChecks,
  Package,
  ReceiptText,
  Search,
  Settings,
  ShoppingBag,
  Tags,
  Users,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { Help } from "@/components/help/help";
import { HelpLayer } from "@/components/help/help-layer";
import { useKeepFocus, useRescueFocus } from "@/components/keep-focus";
import { PrintHead } from "@/components/print/print-head";
import { AppFrame, type NavSection } from "@/components/ui/app-frame";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { Toaster } from "@/components/ui/toaster";
import { keepTyping, takeTyped } from "@/components/ui/typed-ahead";
import { useShortcut } from "@/components/ui/use-shortcut";
import { Wordmark } from "@/components/ui/wordmark";
import { type Desk, useDesk } from "@/lib/api/desk";
import { AccountMenu } from "./account-menu";
import { ConnectionNotices } from "./connection-notices";
import { Later } from "./later";
import { useLiveUpdates } from "./live-updates";
import { ModeSwitch } from "./mode-switch";
import { usePendingPath } from "./navigation";
import { ScreenSkeleton } from "./screen-skeleton";
import { UnderWay } from "./under-way";

/** The texts load as well, so that the palette is complete when it opens. */
const loadPalette = async () => {
  const [palette, { paletteTexts }] = await Promise.all([
    import("@/components/palette/desk-palette"),
    import("@/components/palette/palette-texts"),
  ]);
  await paletteTexts(document.documentElement.lang);
  return palette;
};
const DeskPalette = lazyPart(loadPalette);
const RateBudget = lazyPart(() => import("./rate-budget"));

/** Lists that need only one call. */
const lists = [
  ...["upsells", "bundles", "orders", "webhooks"],
  ...["affiliates", "affiliate-orders", "commissions", "payouts", "links", "jobs", "activity"],
];

/** The shell renders once; a change of the page rerenders only the current entry and the page itself. */
export function Shell({ stores, children }: { stores: { id: string; name: string }[]; children: ReactNode }) {
  const t = useTranslations("shell");
  const { base, mode, store } = useDesk();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [wanted, setWanted] = useState<"palette" | "help" | null>(null);
  const openPalette = () => {
    keepTyping();
    setWanted("palette");
    setPaletteOpen(true);
  };
  const changePalette = (open: boolean) => {
    if (!open) takeTyped();
    setPaletteOpen(open);
  };
  // Once the palette has loaded, it binds these keys.
  useShortcut("mod+k", openPalette, { whileTyping: true, enabled: wanted === null });
  useShortcut("?", () => setWanted("help"), { enabled: wanted === null });
  const sections = useSections();
  useLiveUpdates();

  return (
    <AppFrame
      brand={<Wordmark className="h-6 w-auto" />}
      sections={sections}
      // On narrow screens the top bar has no room for the store's name.
      sidebarTop={<p className="px-4.5 pt-2 font-medium wrap-anywhere lg:hidden">{store.name}</p>}
      mode={
        mode === "sandbox"
          ? {
              id: "sandbox",
              label: t("sandboxBand"),
              detail: t("sandboxDetail"),
              icon: <FlaskConical aria-hidden />,
              aside: <Help of="sandbox" label={t("sandboxBand")} />,
            }
          : null
      }
      topbar={
        <>
          <ModeSwitch stores={stores} />
          {/* This part takes the remaining width, so that nothing moves when something appears in it. */}
          <span className="flex grow items-center justify-end gap-1">
            <UnderWay />
            <Later>
              <Suspense>
                <RateBudget />
              </Suspense>
            </Later>
          </span>
        </>
      }
      topbarEnd={
        <>
          <Button
            variant="secondary"
            icon={<Search aria-hidden />}
            aria-label={t("palette")}
            aria-keyshortcuts="Meta+K Control+K"
            onPointerEnter={loadPalette}
            onClick={openPalette}
          >
            <span className="hidden items-center gap-2 md:inline-flex">
              {t("palette")} <Kbd keys="mod+k" />
            </span>
          </Button>
          <AccountMenu />
        </>
      }
      notices={<ConnectionNotices />}
    >
      <PrintHead />
      <Screen>{children}</Screen>
      <GoShortcuts base={base} />
      {wanted && (
        <Suspense>
          <DeskPalette
            open={paletteOpen}
            onOpenChange={changePalette}
            sections={sections}
            stores={stores}
            helpFirst={wanted === "help"}
          />
        </Suspense>
      )}
      <Toaster />
      <HelpLayer />
    </AppFrame>
  );
}

function Screen({ children }: { children: ReactNode }) {
  const pending = usePendingPath();
  useKeepFocus(pending !== null);
  useRescueFocus();
  return (
    <>
      {pending !== null && <ScreenSkeleton path={pending} />}
      <div className={pending === null ? "contents" : "hidden"}>{children}</div>
    </>
  );
}

function useSections(): NavSection[] {
  const t = useTranslations("shell");
  const { base, can } = useDesk();
  return useMemo(() => sectionsFor(t, base, can), [t, base, can]);
}

type Shown = ReturnType<typeof useTranslations<"shell">>;

function sectionsFor(t: Shown, base: string, can: Desk["can"]): NavSection[] {
  const item = (href: string, label: string, icon: ReactNode) => ({
    href,
    label,
    icon,
    whole: lists.includes(href.slice(base.length + 1)),
    /** Every other page is below this one, so only an exact match is current. */
    exact: href === base,
  });
  const revenue = [
    item(base, t("overview"), <House aria-hidden />),
    ...(can("checkout", "upsells", "list") ? [item(`${base}/upsells`, t("upsells"), <Tags aria-hidden />)] : []),
    ...(can("checkout", "bundles", "list") ? [item(`${base}/bundles`, t("bundles"), <Package aria-hidden />)] : []),
    ...(can("checkout", "experiments", "list")
      ? [item(`${base}/experiments`, t("experiments"), <FlaskConical aria-hidden />)]
      : []),
    ...(can("checkout", "analytics", "metrics")
      ? [item(`${base}/analytics`, t("analytics"), <ChartLine aria-hidden />)]
      : []),
    ...(can("checkout", "orders", "get") ? [item(`${base}/orders`, t("orders"), <ShoppingBag aria-hidden />)] : []),
  ];
  const affiliates = [
    ...(can("affiliate", "affiliates", "list")
      ? [item(`${base}/affiliates`, t("affiliates"), <Users aria-hidden />)]
      : []),
    ...(can("affiliate", "orders", "list")
      ? [item(`${base}/affiliate-orders`, t("attributedOrders"), <ReceiptText aria-hidden />)]
      : []),
    ...(can("affiliate", "commissions", "list")
      ? [item(`${base}/commissions`, t("commissions"), <HandCoins aria-hidden />)]
      : []),
    ...(can("affiliate", "payouts", "list") ? [item(`${base}/payouts`, t("payouts"), <Banknote aria-hidden />)] : []),
    ...(can("affiliate", "links", "list") ? [item(`${base}/links`, t("links"), <Link2 aria-hidden />)] : []),
    ...(can("affiliate", "analytics", "summary")
      ? [item(`${base}/affiliate-analytics`, t("performance"), <ChartSpline aria-hidden />)]
      : []),
  ];
  return [
    { label: t("revenue"), items: revenue },
    ...(affiliates.length > 0 ? [{ label: t("program"), items: affiliates }] : []),
    {
      label: t("operate"),
      items: [
        ...(can("checkout", "webhooks", "logs")
          ? [item(`${base}/webhooks`, t("webhooks"), <Webhook aria-hidden />)]
          : []),
        item(`${base}/jobs`, t("jobs"), <ListChecks aria-hidden />),
        item(`${base}/activity`, t("activity"), <History aria-hidden />),
        item(`${base}/settings`, t("settings"), <Settings aria-hidden />),
      ],
    },
  ];
}

function GoShortcuts({ base }: { base: string }) {
  const go = useGo();
  const { can } = useDesk();
  useShortcut("g o", () => go(base));
  useShortcut("g u", () => go(`${base}/upsells`));
  useShortcut("g b", () => go(`${base}/bundles`), { enabled: can("checkout", "bundles", "list") });
  useShortcut("g e", () => go(`${base}/experiments`), { enabled: can("checkout", "experiments", "list") });
  useShortcut("g a", () => go(`${base}/analytics`), { enabled: can("checkout", "analytics", "metrics") });
  useShortcut("g r", () => go(`${base}/orders`), { enabled: can("checkout", "orders", "get") });
  useShortcut("g f", () => go(`${base}/affiliates`), { enabled: can("affiliate", "affiliates", "list") });
  useShortcut("g t", () => go(`${base}/affiliate-orders`), { enabled: can("affiliate", "orders", "list") });
  useShortcut("g p", () => go(`${base}/payouts`), { enabled: can("affiliate", "payouts", "list") });
  useShortcut("g l", () => go(`${base}/links`), { enabled: can("affiliate", "links", "list") });
  useShortcut("g m", () => go(`${base}/affiliate-analytics`), { enabled: can("affiliate", "analytics", "summary") });
  useShortcut("g c", () => go(`${base}/commissions`), { enabled: can("affiliate", "commissions", "list") });
  useShortcut("g w", () => go(`${base}/webhooks`), { enabled: can("checkout", "webhooks", "logs") });
  useShortcut("g s", () => go(`${base}/settings`));
  useShortcut("n", () => go(`${base}/upsells/new`), { enabled: can("checkout", "upsells", "create") });
  return null;
}
