"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";

export function ResetForm({ token }: { token: string }) {
  const t = useTranslations("account.password");
  const [done, setDone] = useState(false);
  const { formProps, pending, errors, problem } = usePlainForm(["password"], async ({ password }) => {
    await post("/api/password/reset", { token, password });
    setDone(true);
  });
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
    <form className="grid gap-4" method="post" {...formProps}>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Field label={t("new")} description={t("hint")} error={errors.password}>
        <Input name="password" type="password" autoComplete="new-password" autoFocus />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
