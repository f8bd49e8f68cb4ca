"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { PlainField, PlainForm, whenSent } from "@/components/forms/plain-form";
import { PasskeyButton } from "@/components/passkey-button";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";
import type { ApiError } from "@/lib/contract/errors";

type Problem = { email?: string; password?: string; form?: string };

export function SignInForm({ after, passkeys }: { after: string; passkeys: boolean }) {
  const t = useTranslations("account.signIn");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem>({});
  const [wantsCode, setWantsCode] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(problem).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid], input")?.focus();
  }, [problem]);

  async function send(data: FormData) {
    const email = String(data.get("email") ?? "").trim();
    const password = String(data.get("password") ?? "");
    const missing = {
      ...(email === "" && { email: t("emailMissing") }),
      ...(password === "" && { password: t("passwordMissing") }),
    };
    setProblem(missing);
    if (Object.keys(missing).length > 0 || pending) return;
    setPending(true);
    try {
      if (await signIn(email, password)) return setWantsCode(true);
      // A full page load leaves no data from before the sign-in.
      window.location.assign(after);
    } catch (cause) {
      const error = cause as ApiError;
      const words = error.status === 0 ? t("offline") : error.code === "too_many_attempts" ? error.message : t("wrong");
      setProblem({ form: words });
      setPending(false);
    }
  }

  if (wantsCode) {
    const startAgain = (why: string) => {
      setPending(false);
      setWantsCode(false);
      setProblem({ form: why });
    };
    return <CodeForm after={after} onOver={startAgain} />;
  }
  return (
    <form className="grid gap-4" {...whenSent(form, send)} noValidate>
      {problem.form && <Banner tone="danger">{problem.form}</Banner>}
      <Field label={t("email")} error={problem.email}>
        <Input name="email" type="email" autoComplete={passkeys ? "username webauthn" : "username"} autoFocus />
      </Field>
      <Field label={t("password")} error={problem.password}>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" pending={pending}>
        {t("submit")}
      </Button>
      {passkeys && <PasskeyButton label={t("passkey")} after={after} offered />}
      <Link
        href="/password"
        className="inline-flex min-h-6 items-center justify-self-start text-sm text-accent underline underline-offset-3"
      >
        {t("forgot")}
      </Link>
    </form>
  );
}

async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await post("/api/auth/sign-in/email", { email, password });
  return (answer as { twoFactorRedirect?: boolean }).twoFactorRedirect === true;
}

function CodeForm({ after, onOver }: { after: string; onOver: (why: string) => void }) {
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
