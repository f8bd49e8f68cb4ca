"use client";

import { useTranslations } from "next-intl";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { post } from "@/lib/api/send";

type Props = { token: string; email: string; hasAccount: boolean; signedIn: string | null };

export function AcceptForm({ token, email, hasAccount, signedIn }: Props) {
  const t = useTranslations("account.invite");
  const { formProps, pending, errors, problem } = usePlainForm(["name", "password"], async ({ name, password }) => {
    const newcomer = hasAccount ? {} : { name, password };
    const { store } = (await post("/api/invitations", { token, ...newcomer })) as { store: string };
    if (!hasAccount) await post("/api/auth/sign-in/email", { email, password });
    window.location.assign(`/${store}/live`);
    await new Promise(() => {});
  });
  const signOut = async () => {
    await post("/api/auth/sign-out", {});
    window.location.reload();
  };
  if (signedIn !== null && signedIn !== email) {
    return (
      <div className="grid gap-4">
        <Banner tone="warning" live={false}>
          {t("other", { email, signedIn })}
        </Banner>
        <Button onClick={signOut}>{t("signOut")}</Button>
      </div>
    );
  }
  if (hasAccount && signedIn === null) {
    return (
      <div className="grid gap-4">
        <p>{t("signInFirst", { email })}</p>
        <a
          href={`/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`}
          className={buttonClass({ variant: "primary" })}
        >
          {t("signIn")}
        </a>
      </div>
    );
  }
  return (
    <form className="grid gap-4" method="post" {...formProps}>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {!hasAccount && (
        <>
          <Field label={t("email")}>
            <Input type="email" value={email} readOnly autoComplete="username" />
          </Field>
          <Field label={t("name")} error={errors.name}>
            <Input name="name" autoComplete="name" autoFocus />
          </Field>
          <Field label={t("password")} description={t("passwordHint")} error={errors.password}>
            <Input name="password" type="password" autoComplete="new-password" />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" pending={pending}>
        {t(hasAccount ? "join" : "submit")}
      </Button>
    </form>
  );
}
