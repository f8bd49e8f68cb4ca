"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";
import type { ApiError } from "@/lib/contract/errors";

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ after, onOver }: { after: string; onOver: (why: string) => void }) {
  const t = useTranslations("account.signIn");
  const [recovery, setRecovery] = useState(false);
  const { formProps, pending, errors, problem } = usePlainForm(["code", "trust"], async ({ code, trust }) => {
    try {
      await post(`/api/auth/two-factor/${recovery ? "verify-backup-code" : "verify-totp"}`, {
        code: code.replaceAll(/\s/g, ""),
        trust: trust === "on",
      });
    } catch (cause) {
      const error = cause as ApiError;
      if (error.code !== "challenge_over") throw cause;
      return onOver(error.message);
    }
    window.location.assign(after);
    await new Promise(() => {});
  });
  return (
    <form className="grid gap-4" method="post" {...formProps}>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <Field
        key={recovery ? "recovery" : "code"}
        label={t(recovery ? "recoveryCode" : "code")}
        description={t(recovery ? "recoveryHint" : "codeHint")}
        error={errors.code}
      >
        <Input
          name="code"
          inputMode={recovery ? "text" : "numeric"}
          autoComplete={recovery ? "off" : "one-time-code"}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Checkbox name="trust" label={t("trust")} description={t("trustHint")} />
      <Button type="submit" variant="primary" pending={pending}>
        {t("submit")}
      </Button>
      <Button variant="ghost" onClick={() => setRecovery(!recovery)}>
        {t(recovery ? "useCode" : "useRecovery")}
      </Button>
    </form>
  );
}
