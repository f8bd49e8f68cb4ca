"use client";

import { useTranslations } from "next-intl";
import { PressForm } from "@/components/forms/press-form";
import { post } from "@/lib/api/send";

export function ConfirmForm({ slug, name, token }: { slug: string; name: string; token: string }) {
  const t = useTranslations("join.confirm");
  return (
    <PressForm
      onSend={() => post(`/api/join/${slug}/confirm`, { token })}
      submit={t("submit")}
      done={t("done", { program: name })}
    >
      {t("body", { program: name })}
    </PressForm>
  );
}
