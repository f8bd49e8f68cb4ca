"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/ui/error-state";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("errors");
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <ErrorState title={t("title")} onRetry={reset} requestId={error.digest}>
        {t("body")}
      </ErrorState>
    </main>
  );
}
