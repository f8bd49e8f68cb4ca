"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { post } from "@/lib/api/send";
import type { ApiError } from "@/lib/contract/errors";

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function CodeForm({ after, onOver }: { after: string; onOver: (why: string) => void }) {
  const t = useTranslations("account.signIn");
  const [recovery, setRecovery] = useState(false);
  const verify = async ({ code, trust }: { code: string; trust: string }) => {
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
    // The page is being left, so the form stays pending.
    await new Promise(() => {});
  };
  return (
    <div className="grid gap-4">
      <PlainForm names={["code", "trust"]} onSend={verify} submit={t("submit")} button={{ variant: "primary" }}>
        <PlainField
          key={recovery ? "recovery" : "code"}
          name="code"
          label={t(recovery ? "recoveryCode" : "code")}
          description={t(recovery ? "recoveryHint" : "codeHint")}
          inputMode={recovery ? "text" : "numeric"}
          autoComplete={recovery ? "off" : "one-time-code"}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
        <Checkbox name="trust" label={t("trust")} description={t("trustHint")} />
      </PlainForm>
      <Button variant="ghost" onClick={() => setRecovery(!recovery)}>
        {t(recovery ? "useCode" : "useRecovery")}
      </Button>
    </div>
  );
}
