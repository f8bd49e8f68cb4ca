"use client";

import { useTranslations } from "next-intl";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { post } from "@/lib/api/send";

type Props = { token: string; email: string; hasAccount: boolean; signedIn: string | null };

export function AcceptForm({ token, email, hasAccount, signedIn }: Props) {
  const t = useTranslations("account.invite");
  const accept = async ({ name, password }: { name: string; password: string }) => {
    const newcomer = hasAccount ? {} : { name, password };
    const { store } = (await post("/api/invitations", { token, ...newcomer })) as { store: string };
    if (!hasAccount) await post("/api/auth/sign-in/email", { email, password });
    window.location.assign(`/${store}/live`);
    // The page is being left, so the form stays pending.
    await new Promise(() => {});
  };
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
    <PlainForm
      names={["name", "password"]}
      onSend={accept}
      submit={t(hasAccount ? "join" : "submit")}
      button={{ variant: "primary" }}
    >
      {!hasAccount && (
        <>
          <PlainField name="email" label={t("email")} type="email" value={email} readOnly autoComplete="username" />
          <PlainField name="name" label={t("name")} autoComplete="name" autoFocus />
          <PlainField
            name="password"
            label={t("password")}
            description={t("passwordHint")}
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </PlainForm>
  );
}
