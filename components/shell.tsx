"use client";

import { FlaskConical, House, Search, Settings, Tags } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import { AccountMenu } from "./account-menu";
import { ConnectionNotices } from "./connection-notices";
import { DeskPalette } from "./desk-palette";
import { useGo } from "./leave-guard";
import { ModeSwitch } from "./mode-switch";
import { usePendingPath } from "./navigation";
import { ScreenSkeleton } from "./screen-skeleton";
import { AppFrame, type NavSection } from "./ui/app-frame";
import { Button } from "./ui/button";
import { preloadCommandPalette } from "./ui/command-palette";
import { Kbd } from "./ui/kbd";
import { Toaster } from "./ui/toaster";
import { useShortcut } from "./ui/use-shortcut";
import { Wordmark } from "./ui/wordmark";

export function Shell({ stores, children }: { stores: { id: string; name: string }[]; children: ReactNode }) {
  const t = useTranslations("shell");
  const { base, mode } = useDesk();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const sections = useSections();
  const pending = usePendingPath();

  return (
    <AppFrame
      brand={<Wordmark className="h-6 w-auto" />}
      sections={sections}
      mode={
        mode === "sandbox"
          ? { id: "sandbox", label: t("sandboxBand"), icon: <FlaskConical aria-hidden />, detail: t("sandboxDetail") }
          : null
      }
      topbar={<ModeSwitch stores={stores} />}
      topbarEnd={
        <>
          <Button
            variant="secondary"
            icon={<Search aria-hidden />}
            aria-label={t("palette")}
            aria-keyshortcuts="Meta+K Control+K"
            onPointerEnter={preloadCommandPalette}
            onClick={() => setPaletteOpen(true)}
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
      {pending !== null && <ScreenSkeleton path={pending} />}
      <div className={pending === null ? "contents" : "hidden"}>{children}</div>
      <GoShortcuts base={base} />
      <DeskPalette open={paletteOpen} onOpenChange={setPaletteOpen} sections={sections} />
      <Toaster />
    </AppFrame>
  );
}

function useSections(): NavSection[] {
  const t = useTranslations("shell");
  const { base, can } = useDesk();
  const path = usePathname();
  const item = (href: string, label: string, icon: ReactNode) => ({
    href,
    label,
    icon,
    active: href === base ? path === base : path === href || path.startsWith(`${href}/`),
  });
  const revenue = [
    item(base, t("overview"), <House aria-hidden />),
    ...(can("checkout", "upsells", "list") ? [item(`${base}/upsells`, t("upsells"), <Tags aria-hidden />)] : []),
  ];
  return [
    { label: t("revenue"), items: revenue },
    { label: t("operate"), items: [item(`${base}/settings`, t("settings"), <Settings aria-hidden />)] },
  ];
}

/** G and a letter, as in mail programs. */
function GoShortcuts({ base }: { base: string }) {
  const go = useGo();
  const { can } = useDesk();
  useShortcut("g o", () => go(base));
  useShortcut("g u", () => go(`${base}/upsells`));
  useShortcut("g s", () => go(`${base}/settings`));
  useShortcut("n", () => go(`${base}/upsells/new`), { enabled: can("checkout", "upsells", "create") });
  return null;
}
