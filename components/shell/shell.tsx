"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FlaskConical, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { Help } from "@/components/help/help";
import { HelpLayer } from "@/components/help/help-layer";
import { useDelayedChanges } from "@/components/lists/use-delayed-changes";
import { PrintHead } from "@/components/print/print-head";
import { AppFrame, type NavSection } from "@/components/ui/app-frame";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { Toaster } from "@/components/ui/toaster";
import { keepTyping, takeTyped, useShortcut } from "@/components/ui/use-shortcut";
import { Wordmark } from "@/components/ui/wordmark";
import { useDesk } from "@/lib/api/desk";
import { AccountMenu } from "./account-menu";
import { ConnectionNotices } from "./connection-notices";
import { useKeepFocus, useRescueFocus } from "./keep-focus";
import { ModeSwitch } from "./mode-switch";
import { usePendingPath } from "./navigation";
import { ScreenSkeleton } from "./screen-skeleton";
import { heavy, isOpenWith, type Screen, screens, sections } from "./screens";

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

/** The shell renders once; a change of the page rerenders only the current entry and the page itself. */
export function Shell({ stores, children }: { stores: { id: string; name: string }[]; children: ReactNode }) {
  const t = useTranslations("shell");
  const { mode, store } = useDesk();
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
  const navigation = useSections();
  useLiveUpdates();

  return (
    <AppFrame
      brand={<Wordmark className="h-6 w-auto" />}
      sections={navigation}
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
              <RateBudget />
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
      <Page>{children}</Page>
      <GoShortcuts />
      {wanted && (
        <DeskPalette
          open={paletteOpen}
          onOpenChange={changePalette}
          sections={navigation}
          stores={stores}
          helpFirst={wanted === "help"}
        />
      )}
      <Toaster />
      <HelpLayer />
    </AppFrame>
  );
}

function Page({ children }: { children: ReactNode }) {
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
  const titles = useTranslations();
  const { base, can } = useDesk();
  return useMemo(() => {
    const shown = sections.map(({ name, screens }) => ({
      label: t(name),
      items: screens.filter(isOpenWith(can)).map(({ name, path, icon: Icon }) => ({
        href: base + path,
        label: titles(`${name}.title`),
        icon: <Icon aria-hidden />,
        whole: !heavy.includes(name),
        /** Every other page is below the overview, so only an exact match is current. */
        exact: path === "",
      })),
    }));
    return shown.filter(({ items }) => items.length > 0);
  }, [t, titles, base, can]);
}

function GoShortcuts() {
  const go = useGo();
  const { base, can } = useDesk();
  useShortcut("n", () => go(`${base}/upsells/new`), { enabled: can("checkout", "upsells", "create") });
  return screens.map((screen) => screen.key && <GoShortcut key={screen.name} screen={screen} />);
}

function GoShortcut({ screen }: { screen: Screen }) {
  const go = useGo();
  const { base, can } = useDesk();
  useShortcut(`g ${screen.key}`, () => go(base + screen.path), { enabled: isOpenWith(can)(screen) });
  return null;
}

/** Parts that nobody waits for are rendered after the page is painted. */
function Later({ children }: { children: ReactNode }) {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsPainted(true), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return isPainted ? children : null;
}

/** Live updates start after the page is painted, because nobody waits for them, and catch up on changes until then. */
function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const { store, mode, cursor } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream starts at the cursor of the first paint.
  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    const timer = setTimeout(async () => {
      const { startLive } = await import("@/lib/api/live/start");
      if (!left) stop = startLive({ store: store.id, mode, cursor, queryClient });
    }, 1_000);
    return () => {
      left = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [store.id, mode, queryClient]);
}

const UndoNotices = lazyPart(() => import("./undo-notices"));
const Indicators = lazyPart(() => import("./indicators"));
const none = { data: [] };

/** The code of notices and indicators loads only if there is background work. */
function UnderWay() {
  const { desk, busy } = useDesk();
  const changes = useDelayedChanges().data?.data ?? [];
  const jobs = useQuery({
    ...desk.jobs.active.options(),
    staleTime: Number.POSITIVE_INFINITY,
    ...(!busy.jobs && { initialData: none }),
    refetchInterval: ({ state }) => (state.data?.data.some((job) => job.state !== "paused") ? 5_000 : false),
  });
  const running = jobs.data?.data ?? [];
  return (
    <>
      {changes.length > 0 && <UndoNotices writes={changes} />}
      {changes.length + running.length > 0 && <Indicators writes={changes} jobs={running} />}
    </>
  );
}
