"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ErrorState } from "./ui/error-state";

type Props = { error: Error & { digest?: string }; retry: () => void; body?: string };

const longestWait = 60_000;
/** The failures of one page in a row. Each may mount the component again. */
let failures: { path: string; times: number; last: Error | undefined } = { path: "", times: 0, last: undefined };

/** The error is shown inside the frame, so that the navigation stays available, until the page can be shown again. */
export function PageError({ error, retry, body }: Props) {
  const t = useTranslations("errors");
  const path = usePathname();
  useEffect(() => {
    if (failures.last !== error) {
      failures = { path, times: failures.path === path ? failures.times + 1 : 1, last: error };
    }
    const timer = setTimeout(retry, Math.min(2 ** failures.times * 1_000, longestWait));
    return () => clearTimeout(timer);
  }, [path, error, retry]);
  return (
    <ErrorState title={t("title")} onRetry={retry} requestId={error.digest}>
      {body ?? t("body")} {t("again")}
    </ErrorState>
  );
}
