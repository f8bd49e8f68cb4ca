"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { post } from "@/lib/api/send";

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
