"use client";

import { type MutationCacheNotifyEvent, type QueryCacheNotifyEvent, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { onWindow } from "@/components/ui/use-browser";
import { isLost, onLost } from "@/lib/api/live/state";
import { ApiError } from "@/lib/contract/errors";

const onNetwork = onWindow("online", "offline");

/** Banners for a missing network or server, or for a pause that an API asked for, disappear when the reason ends. */
export function ConnectionNotices() {
  const t = useTranslations("shell");
  const online = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
  const lost = useSyncExternalStore(onLost, isLost, () => false);
  const seconds = usePause();
  return (
    <>
      {(lost || !online) && (
        <Banner tone="warning" className="rounded-none border-x-0 border-t-0">
          {t(online ? "reconnecting" : "offline")}
        </Banner>
      )}
      {seconds > 0 && (
        <Banner tone="info" className="rounded-none border-x-0 border-t-0">
          {t("paused", { seconds })}
        </Banner>
      )}
    </>
  );
}

function usePause(): number {
  const client = useQueryClient();
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const look = (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 429 || !error.retryAfter) return;
      const end = Date.now() + error.retryAfter * 1000;
      setNow(Date.now());
      setUntil((current) => Math.max(current, end));
    };
    const listener = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== "updated") return;
      if (event.action.type === "error" || event.action.type === "failed") look(event.action.error);
    };
    const stopReads = client.getQueryCache().subscribe(listener);
    const stopWrites = client.getMutationCache().subscribe(listener);
    return () => {
      stopReads();
      stopWrites();
    };
  }, [client]);
  useEffect(() => {
    if (until <= now) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [until, now]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
