"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "./ui/error-state";

type Props = { error: Error & { digest?: string }; reset: () => void; body?: string };

/** The error is shown inside the frame, so that the navigation stays available. */
export function PageError({ error, reset, body }: Props) {
  const t = useTranslations("errors");
  return (
    <ErrorState title={t("title")} onRetry={reset} requestId={error.digest}>
      {body ?? t("body")}
    </ErrorState>
  );
}
