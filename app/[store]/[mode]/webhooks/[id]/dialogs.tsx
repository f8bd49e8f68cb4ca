"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { Waiting } from "@/components/query-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { DateInput } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { startOfDay } from "@/lib/days";
import { nameOf } from "../words";

const mostCauses = 5;

export function ReplayDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
  const t = useTranslations("webhooks.replayFailed");
  const router = useRouter();
  const attempt = useAttempt();
  const said = useSaid();
  const { base, checkout, desk, format, timeZone } = useDesk();
  const [day, setDay] = useState("");
  const since = day && startOfDay(timeZone, day).toISOString();
  const params = { id: endpoint.id };
  const failures = useQuery({
    ...checkout.webhooks.failures.options({ params, query: since ? { since } : {} }),
    staleTime: 0,
    gcTime: 0,
  });
  const start = useMutation(desk.jobs.create.mutation());
  const count = failures.data?.count ?? 0;
  async function act() {
    const body = {
      kind: "replay_deliveries" as const,
      filter: { replayable: "true", ...(since && { since }) },
      params: { endpoint: endpoint.id },
    };
    const job = await attempt(() => start.mutateAsync({ body }));
    if (job) router.push(`${base}/jobs/${job.id}`);
  }
  const causes = failures.data?.causes ?? [];
  const others = causes.slice(mostCauses).reduce((sum, cause) => sum + cause.count, 0);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="primary"
      title={t("title", { name: nameOf(endpoint) })}
      description={t("about")}
      confirmLabel={t("action", { count, counted: failures.data ? "yes" : "no" })}
      pending={start.isPending}
      blocked={count === 0 || failures.isFetching || endpoint.enabled === false}
      onConfirm={act}
    >
      <Field label={t("since")} optional description={t("sinceHint")}>
        <DateInput value={day} onValueChange={setDay} />
      </Field>
      <div aria-live="polite">
        {failures.error || !failures.data ? (
          <Waiting of={failures} lines={3} />
        ) : count === 0 ? (
          <p className="text-muted">{t("none")}</p>
        ) : (
          <DescriptionList
            items={[
              { term: t("count"), detail: format.number(count) },
              ...(failures.data.oldest ? [{ term: t("oldest"), detail: format.dateTime(failures.data.oldest) }] : []),
              {
                term: t("causes"),
                detail: (
                  <ul className="grid gap-1">
                    {causes.slice(0, mostCauses).map((cause) => (
                      <li key={cause.error}>
                        {t("cause", { count: cause.count, error: said(cause.error, cause.error_key) })}
                      </li>
                    ))}
                    {others > 0 && <li className="text-muted">{t("otherCauses", { count: others })}</li>}
                  </ul>
                ),
              },
            ]}
          />
        )}
        {endpoint.enabled === false && <p className="mt-2 text-warning">{t("off")}</p>}
      </div>
    </ConfirmDialog>
  );
}

const overlaps = [0, 1, 24, 72, 168] as const;

/** After a rotation, the old secret signs beside the new one for the selected hours. */
export function RotateDialog({ endpoint, onClose }: { endpoint: Webhook; onClose: () => void }) {
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
