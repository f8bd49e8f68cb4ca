"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { MoneyInput } from "@/components/forms/money-input";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { ApiError } from "@/lib/contract/errors";
import { nameOfOrder } from "../order-columns";
import { CommissionPreview, type Terms } from "./commission-preview";

const ways = ["own", "rate", "amount"] as const;
type Way = (typeof ways)[number];

export default function AttributeDialog({ order, onClose }: { order: AttributedOrder; onClose: () => void }) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, money, store } = useDesk();
  const failureWords = useFailureWords();
  const { mutateAsync: attribute, isPending } = useMutation(affiliate.orders.attribute.mutation());
  const [who, setWho] = useState("");
  const [way, setWay] = useState<Way>("own");
  const [rate, setRate] = useState(Number.NaN);
  const [amount, setAmount] = useState(Number.NaN);
  const [link, setLink] = useState("");
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const former = order.affiliate_id ?? null;
  const names = useAffiliateNames([former, who]);
  const nameOf = (id: string) => names.get(id)?.name ?? id;
  const currency = order.currency ?? store.currency;
  const terms: Terms = {
    affiliate_id: who,
    ...(way === "rate" && { commission_rate: rate }),
    ...(way === "amount" && { commission_amount: amount }),
    ...(link && { link_id: link }),
  };

  async function submit() {
    const missing = {
      ...(who === "" && { affiliate_id: t("required") }),
      ...(reason.trim() === "" && { reason: t("required") }),
      ...(way === "rate" && Number.isNaN(rate) && { commission_rate: t("required") }),
      ...(way === "amount" && Number.isNaN(amount) && { commission_amount: t("required") }),
    };
    setErrors(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    try {
      const body = { ...terms, reason: reason.trim(), ...(note.trim() && { note: note.trim() }) };
      // The dialog overrides only an affiliate whose name it shows.
      const after = await attribute({ params: { id: order.id }, body: { ...body, override: former !== null } });
      const words = { order: nameOfOrder(order), name: nameOf(who) };
      const made = after.attribution_timeline?.findLast(
        (entry) => entry.type === "commission" && entry.amount !== undefined,
      );
      toast.success(
        made?.amount === undefined
          ? t("done", words)
          : t("doneMade", { ...words, amount: money(made.amount, made.currency ?? currency) }),
      );
      onClose();
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 409 && former === null) return setFailure(t("taken"));
      const told = cause instanceof ApiError ? cause.details : [];
      const known = told.filter(({ field }) => fields.includes(field));
      setErrors(Object.fromEntries(known.map(({ field, message }) => [field, message])));
      if (known.length === 0) setFailure(failureWords(cause, (why) => why));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="lg"
      title={t(former ? "overrideTitle" : "title", { order: nameOfOrder(order) })}
      description={former ? t("overrideBody", { name: nameOf(former) }) : t("body")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form="attribute" pending={isPending}>
            {t(former ? "submitOverride" : "submit")}
          </Button>
        </>
      }
    >
      <form
        id="attribute"
        noValidate
        className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem]"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div className="grid gap-4">
          {failure && <Banner tone="danger">{failure}</Banner>}
          <Field label={t("affiliate")} required error={errors.affiliate_id}>
            <AffiliatePicker
              value={who}
              onValueChange={(id) => {
                setWho(id);
                setLink("");
              }}
            />
          </Field>
          <Field label={t("reason")} description={t("reasonHint")} required error={errors.reason}>
            <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <Field label={t("earns")} group>
            <RadioCards
              value={way}
              onValueChange={setWay}
              options={ways.map((value) => ({ value, label: t(`terms.${value}`) }))}
            />
          </Field>
          {way === "rate" && (
            <Field label={t("rate")} error={errors.commission_rate}>
              <DecimalInput value={rate} onValueChange={setRate} suffix="%" />
            </Field>
          )}
          {way === "amount" && (
            <Field label={t("amount")} error={errors.commission_amount}>
              <MoneyInput value={amount} onValueChange={setAmount} currency={currency} />
            </Field>
          )}
          {who !== "" && <LinkField of={who} value={link} onChange={setLink} error={errors.link_id} />}
          <Field label={t("note")} description={t("noteHint")} optional error={errors.note}>
            <Input maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
        </div>
        <CommissionPreview order={order} terms={terms} />
      </form>
    </Dialog>
  );
}

const fields = ["affiliate_id", "reason", "commission_rate", "commission_amount", "link_id", "note"];

type LinkProps = { of: string; value: string; onChange: (id: string) => void; error: string | undefined };

function LinkField({ of, value, onChange, error }: LinkProps) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, can, extensions } = useDesk();
  const query = { per_page: 100, ...(extensions.affiliate && { affiliate_id: of }) };
  const links = useQuery({ ...affiliate.links.list.options({ query }), enabled: can("affiliate", "links", "list") });
  const own = links.data?.data.filter(({ affiliate_id: whose }) => whose === of) ?? [];
  if (own.length === 0) return null;
  const options = own.map(({ id, name, code }) => ({ value: id, label: name || code || id }));
  return (
    <Field label={t("link")} description={t("linkHint")} optional error={error}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("noLink")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
