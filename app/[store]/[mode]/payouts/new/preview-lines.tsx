"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleAlert, CircleSlash, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { useAttempt } from "@/components/attempt";
import { useAddressWith } from "@/components/lists/list-address";
import { tableAddress, toPage } from "@/components/lists/table-address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { Panel } from "@/components/ui/panel";
import { columnsFor } from "@/components/ui/table-types";
import { Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { detailsBlockings } from "@/lib/contract/desk/payout-words";
import type { PayoutLine, PayoutPreview } from "@/lib/contract/desk/payouts";
import { isOneOf } from "@/lib/word-format";
import { parts, payFilters } from "../filters";
import { Totals, totalsOf } from "../totals";
import { usePayoutWords } from "../words";

const column = columnsFor<PayoutLine>();
const nameOf = ({ name, affiliate_id }: PayoutLine) => name ?? affiliate_id;
type Part = (typeof parts)[number];

type Props = { lines: readonly PayoutLine[]; chosen: readonly string[]; onChoose: (keys: readonly string[]) => void };

export const keyOf = ({ affiliate_id, currency }: { affiliate_id: string; currency: string }) =>
  JSON.stringify([affiliate_id, currency]);

export function PreviewLines({ lines, chosen, onChoose }: Props) {
  const t = useTranslations("payouts.pay");
  const [{ part: wanted, warnings: warned }, setFilters] = useQueryStates(payFilters);
  const part = wanted ?? parts.find((each) => lines.some(({ state }) => state === each)) ?? "payable";
  const own = lines.filter(({ state }) => state === part);
  const withWarnings = own.filter(({ warnings }) => warnings.length > 0).length;
  return (
    <Tabs<Part>
      label={t("lines")}
      value={part}
      onValueChange={(part) => void setFilters({ part, page: null })}
      items={parts.map((id) => ({
        id,
        label: t(`parts.${id}.title`),
        badge: <Badge>{lines.filter(({ state }) => state === id).length}</Badge>,
        content: (
          <Lines
            key={`${id} ${warned}`}
            part={id}
            lines={warned && id === "payable" ? own.filter(({ warnings }) => warnings.length > 0) : own}
            chosen={chosen}
            onChoose={onChoose}
            toolbar={
              withWarnings > 0 && (
                <Checkbox
                  className="p-1"
                  label={t("onlyWarnings", { count: withWarnings })}
                  checked={warned}
                  onChange={(event) => setFilters({ warnings: event.target.checked, page: null })}
                />
              )
            }
          />
        ),
      }))}
    />
  );
}

function Lines({ part, lines, chosen, onChoose, toolbar }: Props & { part: Part; toolbar: React.ReactNode }) {
  const t = useTranslations("payouts.pay");
  const { base } = useDesk();
  const columns = useLineColumns(part === "payable" ? { chosen, onChoose } : null);
  const [filters, setFilters] = useQueryStates(payFilters);
  const addressWith = useAddressWith();
  const { page, per_page: perPage } = toPage(filters);
  const paid = lines.filter((line) => chosen.includes(keyOf(line)));
  return (
    <DataTable<PayoutLine>
      caption={t(`parts.${part}.title`)}
      columns={columns}
      rows={lines}
      rowId={keyOf}
      rowName={nameOf}
      rowHref={(line) => `${base}/affiliates/${encodeURIComponent(line.affiliate_id)}`}
      state={{ sort: null, order: "asc", page, perPage, hidden: filters.hide }}
      onStateChange={(change) => setFilters(tableAddress(change))}
      pageHref={(page) => addressWith("page", page)}
      toolbar={
        part === "payable" && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1">
            <Totals label={t("together", { count: paid.length })} totals={totalsOf(paid)} />
            <Button size="sm" onClick={() => onChoose(lines.map(keyOf))}>
              {t("all")}
            </Button>
            <Button size="sm" onClick={() => onChoose([])}>
              {t("none")}
            </Button>
            {toolbar}
          </div>
        )
      }
      empty={{ title: t(`parts.${part}.empty`) }}
    />
  );
}

function useLineColumns(choice: Pick<Props, "chosen" | "onChoose"> | null) {
  const t = useTranslations("payouts");
  const { money } = useDesk();
  const words = usePayoutWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        ...(choice
          ? [
              column.cell("pay", t("columns.pay"), (line) => {
                const key = keyOf(line);
                const others = choice.chosen.filter((each) => each !== key);
                return (
                  <Checkbox
                    aria-label={t("pay.one", { name: nameOf(line), currency: line.currency })}
                    checked={others.length < choice.chosen.length}
                    onChange={(event) => choice.onChoose(event.target.checked ? [...others, key] : others)}
                  />
                );
              }),
            ]
          : []),
        column.cell("affiliate", t("columns.affiliate"), nameOf, { primary: true }),
        column.field(
          "amount",
          t("columns.amount"),
          (amount, { currency }) => <strong>{money(amount, currency)}</strong>,
          { align: "end" },
        ),
        column.field("earned", t("columns.earned"), (earned, { currency }) => money(earned, currency), {
          align: "end",
        }),
        column.field(
          "taken",
          t("columns.taken"),
          (taken, { currency }) => (taken === 0 ? null : money(-taken, currency)),
          { align: "end" },
        ),
        column.cell("commissions", t("columns.commissions"), (line) => String(line.commission_ids.length), {
          align: "end",
          notOnPhone: true,
        }),
        column.cell("method", t("columns.method"), ({ method, paid_to: to }) => (
          <>
            {method ? words.method(method) : <span className="text-muted">{t("notProvided")}</span>}
            {to && <span className="block text-xs text-muted">{to}</span>}
          </>
        )),
        column.cell("findings", t("columns.findings"), (line) => <Findings line={line} />, { wrap: true }),
      ]),
    [t, money, choice?.chosen, choice?.onChoose],
  );
}

export function PreviewTotals({ preview }: { preview: PayoutPreview }) {
  const t = useTranslations("payouts.pay.parts");
  const { money } = useDesk();
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {parts.map((part) => (
        <Panel key={part} title={t(`${part}.title`)} description={t(`${part}.hint`)}>
          {preview[part].length === 0 ? (
            <p className="text-muted">{t("none")}</p>
          ) : (
            <ul className="grid gap-2">
              {preview[part].map(({ currency, amount, payouts, commissions }) => (
                <li key={currency}>
                  <span className="block text-lg font-semibold tabular-nums">{money(amount, currency)}</span>
                  <span className="text-sm text-muted">{t(`${part}.count`, { payouts, commissions })}</span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      ))}
    </div>
  );
}

const icons = {
  blocking: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />,
  warnings: <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />,
  excluded: <CircleSlash aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />,
};

type Finding = PayoutLine["blocking" | "warnings" | "excluded"][number];

function Findings({ line }: { line: PayoutLine }) {
  const t = useTranslations("payouts.pay.kinds");
  const sentence = useSentence(line.currency);
  const found = (["blocking", "warnings", "excluded"] as const).flatMap((kind) =>
    line[kind].map((finding) => ({ kind, finding })),
  );
  if (found.length === 0) return <span className="text-muted">—</span>;
  return (
    <ul className="grid gap-1">
      {found.map(({ kind, finding }) => (
        <li key={kind + finding.code} className="flex items-start gap-1.5">
          {icons[kind]}
          <span>
            <span className="sr-only">{t(kind)} </span>
            {sentence(finding)}
          </span>
        </li>
      ))}
      {line.blocking.some(({ code }) => isOneOf(detailsBlockings, code)) && <AskForDetails line={line} />}
    </ul>
  );
}

/** One click queues the mail; the service refuses a second one on the same day. */
function AskForDetails({ line }: { line: PayoutLine }) {
  const t = useTranslations("payouts.pay.ask");
  const { can, desk } = useDesk();
  const attempt = useAttempt();
  const ask = useMutation(desk.payout_details.ask.mutation());
  if (!can("desk", "payout_details", "ask")) return null;
  const send = () =>
    attempt(async () => {
      const { to } = await ask.mutateAsync({ params: { id: line.affiliate_id } });
      toast.success(t("done", { to }));
    });
  return (
    <li>
      <Button
        size="sm"
        aria-label={t("named", { name: nameOf(line) })}
        pending={ask.isPending}
        disabled={ask.isSuccess}
        onClick={send}
      >
        {t("action")}
      </Button>
    </li>
  );
}

function useSentence(currency: string): (finding: Finding) => string {
  const t = useTranslations("payouts.pay.findings");
  const { format, money } = useDesk();
  const words = usePayoutWords();
  const statusOf = useAffiliateStatuses();
  const none = useTranslations("payouts.pay.parts")("none");
  return ({ code, amount, count = 0, payout = "", at, was, now }) => {
    const status = code === "not_active" || code === "status_unknown";
    const minimum = code === "under_minimum" ? money(Number(was), currency) : "";
    return t(code, {
      amount: amount === undefined ? "" : money(amount, currency),
      count,
      payout,
      minimum,
      at: at ? format.date(at) : none,
      known: was ? "yes" : "no",
      was: was ? words.method(was) : none,
      now: now ? (status ? statusOf(now).label : words.method(now)) : none,
    });
  };
}
