"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";

export function AskForm() {
  const t = useTranslations("account.password");
  const [asked, setAsked] = useState<string | null>(null);
  const { formProps, pending, errors, problem } = usePlainForm(["email"], async ({ email }) => {
    await post("/api/password/request", { email: email.trim() });
    setAsked(email.trim());
  });
  // The text is the same for every address, so that nobody learns who has an account.
  if (asked !== null) return <Banner tone="success">{t("sent", { email: asked })}</Banner>;
  return (
    <form className="grid gap-4" method="post" {...formProps}>
      <p className="text-muted">{t("ask")}</p>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Field label={t("email")} error={errors.email}>
        <Input name="email" type="email" autoComplete="username" autoFocus />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        {t("send")}
      </Button>
    </form>
  );
}
