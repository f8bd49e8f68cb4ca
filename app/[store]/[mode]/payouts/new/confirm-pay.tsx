"use client";

import { useMutation } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, NumberInput, Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { PayoutLine } from "@/lib/contract/desk/payouts";
import { ApiError, isOutcomeUnknown } from "@/lib/contract/errors";
import { typedAmount } from "@/lib/money";
import { totalsOf } from "../totals";

type Props = { hash: string; lines: readonly PayoutLine[]; onLookAgain: () => void };

/** A person enters the total of each currency, so that nobody pays what they have not read. */
export function ConfirmPay({ hash, lines, onLookAgain }: Props) {
  const t = useTranslations("payouts.pay");
  const { base, desk, format, money, moneyUnit } = useDesk();
  const go = useGo();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [judged, setJudged] = useState(false);
  const [reference, setReference] = useState("");
  const [note, setNote] = useState("");
  const confirm = useMutation(desk.payouts.confirm.mutation());
  const totals = totalsOf(lines);
  const amountOf = (currency: string) => typedAmount(typed[currency] ?? "", currency, moneyUnit, format.decimalMark);
  const wrong = totals.filter(({ currency, amount }) => amountOf(currency) !== amount);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    const [first] = wrong;
    if (first) return form.current?.querySelector<HTMLElement>(`[name="total-${first.currency}"]`)?.focus();
    const payouts = lines.map(({ affiliate_id, currency }) => ({ affiliate_id, currency }));
    confirm.mutate(
      {
        body: { hash, payouts, totals, ...(reference.trim() && { reference }), ...(note.trim() && { note }) },
      },
      { onSuccess: ({ id }) => go(`${base}/payouts?view=ours&batch=${encodeURIComponent(id)}`) },
    );
  };

  return (
    <Panel title={t("confirm.title")} description={t("confirm.hint")}>
      <form ref={form} noValidate className="grid max-w-2xl gap-4" onSubmit={submit}>
        {lines.length === 0 && <p className="text-muted">{t("confirm.nobody")}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          {totals.map(({ currency, amount }) => (
            <Field
              key={currency}
              label={t("confirm.total", { amount: money(amount, currency) })}
              error={
                judged && amountOf(currency) !== amount && t("confirm.mismatch", { amount: money(amount, currency) })
              }
              required
            >
              <NumberInput
                name={`total-${currency}`}
                suffix={currency}
                value={typed[currency] ?? ""}
                onChange={(event) => setTyped({ ...typed, [currency]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <Field label={t("confirm.reference")} description={t("confirm.referenceHint")} optional>
          <Input maxLength={120} value={reference} onChange={(event) => setReference(event.target.value)} />
        </Field>
        <Field label={t("confirm.note")} optional>
          <Textarea rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {confirm.error && <Refused error={confirm.error} onLookAgain={onLookAgain} />}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          icon={<HandCoins aria-hidden />}
          pending={confirm.isPending}
          disabled={lines.length === 0}
        >
          {t("confirm.action", { count: lines.length })}
        </Button>
      </form>
    </Panel>
  );
}

const stale = ["moved", "already_reserved", "preview_gone", "incomplete"];

function Refused({ error, onLookAgain }: { error: Error; onLookAgain: () => void }) {
  const t = useTranslations("payouts.pay");
  if (isOutcomeUnknown(error)) return <Banner tone="danger">{t("confirm.unknown", { reason: error.message })}</Banner>;
  const details = error instanceof ApiError ? error.details : [];
  const again = error instanceof ApiError && stale.includes(error.code);
  return (
    <Banner
      tone="danger"
      title={error.message}
      {...(again && {
        action: (
          <Button size="sm" onClick={onLookAgain}>
            {t("lookAgain")}
          </Button>
        ),
      })}
    >
      {details.length > 0 && (
        <ul className="list-disc ps-4">
          {details.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
