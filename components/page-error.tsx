"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "./ui/error-state";

/** The error is shown inside the frame, so that the navigation stays available. */
export function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <ErrorState title={t("title")} onRetry={reset} requestId={error.digest}>
      {t("body")}
    </ErrorState>
  );
}
