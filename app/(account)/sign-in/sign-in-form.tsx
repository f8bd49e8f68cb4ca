"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";
import type { ApiError } from "@/lib/contract/errors";
import { CodeForm } from "./code-form";
import { PasskeyButton } from "./passkey-button";

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

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
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
    <form ref={form} className="grid gap-4" onSubmit={submit} method="post" noValidate>
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
      {passkeys && <PasskeyButton after={after} />}
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
