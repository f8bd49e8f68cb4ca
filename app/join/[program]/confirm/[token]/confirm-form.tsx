"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { post } from "@/lib/api/send";

export function ConfirmForm({ slug, name, token }: { slug: string; name: string; token: string }) {
  const t = useTranslations("join.confirm");
  const [done, setDone] = useState(false);
  if (done) return <Banner tone="success">{t("done", { program: name })}</Banner>;
  return (
    <PlainForm
      names={[]}
      onSend={async () => {
        await post(`/api/join/${slug}/confirm`, { token });
        setDone(true);
      }}
      submit={t("submit")}
      button={{ variant: "primary" }}
    >
      <p className="text-muted">{t("body", { program: name })}</p>
    </PlainForm>
  );
}
