"use client";

import { useTranslations } from "next-intl";
import { PressForm } from "@/components/forms/press-form";
import { post } from "@/lib/api/send";
import type { newsKinds } from "@/lib/contract/desk/mail-words";

type Props = { token: string; email: string; kind: string; program: string };

export function UnsubscribeForm({ token, email, kind, program }: Props) {
  const t = useTranslations("join.unsubscribe");
  const words = { email, program, kind: t(`kinds.${kind as (typeof newsKinds)[number]}`) };
  return (
    <PressForm
      onSend={() => post(`/api/join/unsubscribe?token=${encodeURIComponent(token)}`, {})}
      submit={t("submit")}
      done={t("done", words)}
    >
      {t("body", words)}
    </PressForm>
  );
}
