"use client";

import { useLocale, useTranslations } from "next-intl";
import { PlainForm } from "@/components/forms/plain-form";
import { TextLink } from "@/components/ui/intent-link";
import { post } from "@/lib/api/send";
import { partnerAuthBase } from "@/lib/contract/partner/words";

export function Enter({ slug, program, token }: { slug: string; program: string; token: string }) {
  const t = useTranslations("partners.signIn");
  const locale = useLocale();
  const enter = async () => {
    await post(`${partnerAuthBase}/sign-in/verify`, { token, locale });
    window.location.assign(`/partners/${slug}`);
    // The page is being left, so the form stays pending.
    await new Promise(() => {});
  };
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-semibold">{t("enterTitle", { program })}</h1>
      <p className="text-muted">{t("enter")}</p>
      <PlainForm names={[]} onSend={enter} submit={t("enterSubmit")} button={{ variant: "primary" }}>
        {null}
      </PlainForm>
      <TextLink href={`/partners/${slug}/sign-in`}>{t("newLink")}</TextLink>
    </div>
  );
}
