"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { isOutcomeUnknown } from "@/lib/contract/errors";

/** If the outcome is unknown, the words say so, because the action may have taken place. */
export function useFailureWords() {
  const t = useTranslations("errors");
  return (error: unknown, failed = (reason: string) => reason): string => {
    const reason = (error as Error).message;
    return isOutcomeUnknown(error) ? t("unconfirmed", { reason }) : failed(reason);
  };
}

/** Says why an action failed, at the place of its button. */
export function Failure({ of: { error } }: { of: { error: Error | null } }) {
  const words = useFailureWords();
  return error && <Banner tone="danger">{words(error)}</Banner>;
}
