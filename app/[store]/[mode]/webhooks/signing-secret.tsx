"use client";

import { useTranslations } from "next-intl";
import { SecretDialog } from "@/components/forms/secret-dialog";

const parts = ["title", "about", "label", "lost", "done"] as const;

export function SigningSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useTranslations("webhooks.secret");
  const words = Object.fromEntries(parts.map((part) => [part, t(part)])) as Record<(typeof parts)[number], string>;
  return <SecretDialog secret={secret} words={words} onDone={onDone} />;
}
