"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { PasskeyButton } from "@/components/passkey-button";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/intent-link";
import { post } from "@/lib/api/send";
import { partnerAuthBase } from "@/lib/contract/partner/words";

type Props = { slug: string; program: string; next: string; mail: boolean; passkeys: boolean; mayApply: boolean };

export function SignInForm({ slug, program, next, mail, passkeys, mayApply }: Props) {
  const t = useTranslations("partners.signIn");
  const locale = useLocale();
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) {
    return (
      <div role="status" className="grid gap-3">
        <h1 className="text-xl font-semibold">{t("sentTitle")}</h1>
        <p>{t("sent", { email: sent, program })}</p>
        <p className="text-sm text-muted">{t("noMail")}</p>
        <Button className="justify-self-start" onClick={() => setSent(null)}>
          {t("again")}
        </Button>
      </div>
    );
  }
  const send = async ({ email }: { email: string }) => {
    await post(`${partnerAuthBase}/sign-in/link`, { program: slug, email: email.trim(), locale });
    setSent(email.trim());
  };
  return (
    <div className="grid gap-4">
      <h1 className="text-xl font-semibold">{t("title")}</h1>
      {mail ? (
        <>
          <p className="text-muted">{t("intro")}</p>
          <PlainForm names={["email"]} onSend={send} submit={t("submit")} button={{ variant: "primary" }}>
            <PlainField name="email" type="email" label={t("email")} autoComplete="email" autoFocus />
          </PlainForm>
        </>
      ) : (
        <p className="text-muted">{t("noServer", { program })}</p>
      )}
      {passkeys && <PasskeyButton label={t("passkey")} after={next} base={partnerAuthBase} />}
      {mayApply && <TextLink href={`/join/${slug}`}>{t("join", { program })}</TextLink>}
    </div>
  );
}
