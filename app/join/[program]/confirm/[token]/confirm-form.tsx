"use client";

import { useTranslations } from "next-intl";
import { PressForm } from "@/components/forms/press-form";
import { post } from "@/lib/api/send";

type Props = { slug: string; name: string; token: string; mail: boolean };

export function ConfirmForm({ slug, name, token, mail }: Props) {
  const t = useTranslations("join.confirm");
  return (
    <PressForm
      onSend={() => post(`/api/join/${slug}/confirm`, { token })}
      submit={t("submit")}
      done={t("done", { program: name, sends: mail ? "yes" : "no" })}
    >
      {t("body", { program: name })}
    </PressForm>
  );
}
