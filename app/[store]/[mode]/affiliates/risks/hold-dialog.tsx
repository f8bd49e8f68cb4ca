"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ConfirmJob } from "@/components/lists/confirm-matching";
import { useChanges } from "@/components/lists/use-changes";
import { Banner } from "@/components/ui/banner";
import { DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { DateInput, Textarea } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import type { Risk } from "@/lib/contract/affiliate/risks";
import type { JobPreview } from "@/lib/contract/desk/jobs";
import { addDays, dayIn } from "@/lib/days";
import { sumOf } from "@/lib/money";

type Props = { risks: readonly Risk[]; onClose: () => void; onStarted: () => void };

export default function HoldDialog({ risks, onClose, onStarted }: Props) {
  const t = useTranslations("risks.hold");
  const bulk = useTranslations("commissions.bulk");
  const { format, money, store } = useDesk();
  const today = dayIn(store.timeZone, new Date());
  const [until, setUntil] = useState(addDays(today, 30));
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const { startJob } = useChanges();
  const onHold = risks.reduce((sum, { held_count }) => sum + held_count, 0);
  const isPossible = until > today && until <= addDays(today, 365);

  async function start(count: number) {
    setTried(true);
    if (!isPossible || reason.trim() === "") {
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    const params = { affiliates: risks.map(({ affiliate_id: id }) => id), until, reason: reason.trim() };
    const body = { kind: "hold_commissions" as const, filter: { status: "pending" }, params };
    if ((await startJob({ body, message: t("started", { count }), show: bulk("show") })) === null) return;
    onClose();
    onStarted();
  }

  return (
    <ConfirmJob
      kind="hold_commissions"
      of={{ selected: sumUp(risks) }}
      title={({ count }) => t("title", { count })}
      confirmLabel={() => t("confirm")}
      onConfirm={start}
      onClose={onClose}
      below={
        <div ref={fields} className="grid gap-4">
          <Field label={t("until")} required error={tried && !isPossible && t("untilWrong")}>
            <DateInput value={until} onValueChange={setUntil} />
          </Field>
          <Field label={t("reason")} required error={tried && reason.trim() === "" && t("reasonMissing")}>
            <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </div>
      }
    >
      {({ count, totals, affiliates }) => (
        <div className="grid gap-3 text-pretty">
          <p>{t(count === 0 ? "none" : "about")}</p>
          {onHold > 0 && <Banner live={false}>{t("already", { count: onHold })}</Banner>}
          <DescriptionList
            items={[
              { term: bulk("affiliates"), detail: format.number(affiliates) },
              ...totals.map(({ currency, amount }) => ({
                term: bulk("total", { currency }),
                detail: money(amount, currency),
              })),
            ]}
          />
          <p className="text-sm text-muted">{bulk("asJob")}</p>
        </div>
      )}
    </ConfirmJob>
  );
}

function sumUp(risks: readonly Risk[]): JobPreview {
  const byCurrency = Map.groupBy(
    risks.flatMap(({ pending }) => pending),
    ({ currency }) => currency,
  );
  const totals = [...byCurrency].map(([currency, rows]) => ({
    currency,
    amount: sumOf(rows.map((row) => row.amount)),
  }));
  const count = risks.reduce((sum, { pending_count: pending }) => sum + pending, 0);
  return { count, complete: true, totals, affiliates: risks.length, flagged: 0 };
}
