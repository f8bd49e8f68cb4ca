"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { nameOf } from "../words";

const overlaps = [0, 1, 24, 72, 168] as const;

/** After a rotation, the old secret signs beside the new one for the selected hours. */
export default function RotateDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.rotate");
  const attempt = useAttempt();
  const { checkout } = useDesk();
  const [hours, setHours] = useState(24);
  const [secret, setSecret] = useState<string | null>(null);
  // The response contains the secret, so no cache keeps it.
  const rotate = useMutation({ ...checkout.webhooks.rotate.mutation(), gcTime: 0 });
  const act = async () => {
    const input = { params: { id: endpoint.id }, body: { overlap_hours: hours } };
    const made = await attempt(() => rotate.mutateAsync(input));
    rotate.reset();
    if (made) setSecret(made.signing_secret ?? null);
    else onClose();
  };
  if (secret !== null) return <SecretDialog texts="webhooks.secret" secret={secret} onDone={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="primary"
      title={t("title", { name: nameOf(endpoint) })}
      description={t("about")}
      confirmLabel={t("action")}
      pending={rotate.isPending}
      onConfirm={act}
    >
      <Field label={t("overlap")} description={t("overlapHint")}>
        <Select
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
          options={overlaps.map((value) => ({ value: String(value), label: t("hours", { count: value }) }))}
        />
      </Field>
    </ConfirmDialog>
  );
}
