"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { post } from "@/lib/api/send";
import type { newsKinds } from "@/lib/contract/desk/mail-words";

type Props = { token: string; email: string; kind: string; program: string };

export function UnsubscribeForm({ token, email, kind, program }: Props) {
  const t = useTranslations("join.unsubscribe");
  const [done, setDone] = useState(false);
  const words = { email, program, kind: t(`kinds.${kind as (typeof newsKinds)[number]}`) };
  if (done) return <Banner tone="success">{t("done", words)}</Banner>;
  return (
    <PlainForm
      names={[]}
      onSend={async () => {
        await post(`/api/join/unsubscribe?token=${encodeURIComponent(token)}`, {});
        setDone(true);
      }}
      submit={t("submit")}
      button={{ variant: "primary" }}
    >
      <p className="text-muted">{t("body", words)}</p>
    </PlainForm>
  );
}
