"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { post } from "@/lib/api/send";

export function AskForm() {
  const t = useTranslations("account.password");
  const [sentTo, setSentTo] = useState<string | null>(null);
  // The text is the same for every address, so that nobody learns who has an account.
  if (sentTo !== null) return <Banner tone="success">{t("sent", { email: sentTo })}</Banner>;
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t("ask")}</p>
      <PlainForm
        names={["email"]}
        onSend={async (body) => {
          const email = body.email.trim();
          await post("/api/password/request", { email });
          setSentTo(email);
        }}
        submit={t("send")}
        button={{ variant: "primary" }}
      >
        <PlainField name="email" label={t("email")} type="email" autoComplete="username" autoFocus />
      </PlainForm>
    </div>
  );
}

export function ResetForm({ token }: { token: string }) {
  const t = useTranslations("account.password");
  const [done, setDone] = useState(false);
  if (done) {
    return (
      <div className="grid gap-4">
        <Banner tone="success">{t("done")}</Banner>
        <a href="/sign-in" className={buttonClass({ variant: "primary" })}>
          {t("signIn")}
        </a>
      </div>
    );
  }
  return (
    <PlainForm
      names={["password"]}
      onSend={async ({ password }) => {
        await post("/api/password/reset", { token, password });
        setDone(true);
      }}
      submit={t("submit")}
      button={{ variant: "primary" }}
    >
      <PlainField
        name="password"
        label={t("new")}
        description={t("hint")}
        type="password"
        autoComplete="new-password"
        autoFocus
      />
    </PlainForm>
  );
}
