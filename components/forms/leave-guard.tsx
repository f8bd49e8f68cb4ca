"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { navigationStarts } from "@/components/shell/navigation";
import { lazyPart } from "@/components/ui/lazy-part";

const loadDialog = () => import("@/components/ui/confirm-dialog").then((file) => ({ default: file.ConfirmDialog }));
const ConfirmDialog = lazyPart(loadDialog);

let ask: ((href: string) => void) | null = null;

/** Keys, menus and commands navigate through this hook, which asks first if unsaved work would be lost. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      if (ask) return ask(href);
      navigationStarts(href);
      router.push(href);
    },
    [router],
  );
}

type Props = {
  when: boolean;
  /** `work` is unsaved input; `secret` is a secret that is shown only once. */
  what?: "work" | "secret";
};

/** Asks before work is lost by closing the page, following a link, going back or forward, or `useGo`. */
export function LeaveGuard({ when, what = "work" }: Props) {
  const t = useTranslations("shell.leave");
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!when) return;
    // The dialog loads early, because it must work without a network.
    void loadDialog().catch(() => {});
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.("a[href]");
      const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
      if (!(link instanceof HTMLAnchorElement) || opensElsewhere || link.target || link.hash) return;
      if (link.origin !== window.location.origin || link.href === window.location.href) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(link.pathname + link.search);
    };
    // Only some browsers let a page intercept back and forward.
    const onTraverse = (event: NavigateEvent) => {
      if (event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const url = new URL(event.destination.url);
      setTarget(url.pathname + url.search);
    };
    ask = setTarget;
    window.navigation?.addEventListener("navigate", onTraverse);
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      if (ask === setTarget) ask = null;
      window.navigation?.removeEventListener("navigate", onTraverse);
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [when]);

  if (target === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={() => setTarget(null)}
      title={t(`${what}.title`)}
      description={t(`${what}.body`)}
      confirmLabel={t("leave")}
      onConfirm={() => {
        setTarget(null);
        navigationStarts(target);
        router.push(target);
      }}
    />
  );
}
