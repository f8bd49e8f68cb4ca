"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/forms/form-field";
import { MoneyInput, RateInput } from "@/components/forms/money-input";
import { useLines } from "@/components/forms/use-lines";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { rateTypes } from "@/lib/contract/affiliate/affiliate-words";
import { hasAmount, keyOf, type ListName, newRow, type RulesForm } from "./to-form";

type Props = { form: UseFormReturn<RulesForm>; currency: string };
/** The names of fields in rows are built, so their types are not known. */
type AnyForm = UseFormReturn<FieldValues>;

export function RateRows({ form, currency, name, values }: Props & { name: ListName; values: RulesForm }) {
  const t = useTranslations("programRules.rows");
  const rows = values[name];
  const { list, focusLine } = useLines<HTMLDivElement>();
  const key = keyOf[name];
  const set = (next: readonly unknown[]) => form.setValue(name, next as never, { shouldDirty: true });
  const any = form as unknown as AnyForm;
  const currencyOf = (row: object) => ("currency" in row ? String(row.currency).trim().toUpperCase() : currency);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">{t(`titles.${name}`)}</legend>
      <p className="text-sm text-muted text-pretty">{t(`hints.${name}`)}</p>
      <div ref={list} className="grid gap-2 empty:hidden">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other identity, and their inputs are controlled
          <div key={at} className="grid items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
            <FormField form={any} name={`${name}.${at}.${key}`} label={t(`keys.${name}`)}>
              {({ value, onValueChange, onBlur }) =>
                key === "threshold" ? (
                  <MoneyInput value={value} onValueChange={onValueChange} onBlur={onBlur} currency={currency} />
                ) : (
                  <Input value={value} onChange={({ target }) => onValueChange(target.value)} onBlur={onBlur} />
                )
              }
            </FormField>
            {hasAmount(name) ? (
              <FormField form={any} name={`${name}.${at}.amount`} label={t(`amounts.${name as "volume_bonuses"}`)}>
                {(control) => <MoneyInput {...control} currency={currencyOf(row)} />}
              </FormField>
            ) : (
              <RateFields form={form} currency={currency} name={`${name}.${at}`} />
            )}
            <IconButton
              label={t("remove", { number: at + 1, title: t(`titles.${name}`) })}
              icon={<X />}
              className="justify-self-end sm:mt-6"
              onClick={() => {
                set(rows.filter((__, other) => other !== at));
                focusLine(Math.min(at, rows.length - 2));
              }}
            />
          </div>
        ))}
      </div>
      <div>
        <Button
          size="sm"
          onClick={() => {
            set([...rows, newRow(name)]);
            focusLine(rows.length);
          }}
        >
          <Plus aria-hidden /> {t(`add.${name}`)}
        </Button>
      </div>
    </fieldset>
  );
}

/** A rate and its type. `name` is the path of the object that has both. */
export function RateFields({ form, currency, name, label }: Props & { name: string; label?: string }) {
  const t = useTranslations("programRules.rows");
  const any = form as unknown as AnyForm;
  const type = any.watch(`${name}.rate_type`);
  return (
    <div className="grid grid-cols-2 items-start gap-2">
      <FormField form={any} name={`${name}.rate`} label={label ?? t("rate")}>
        {(control) => <RateInput {...control} type={type} currency={currency} />}
      </FormField>
      <FormField form={any} name={`${name}.rate_type`} label={t("type")}>
        {({ value, onValueChange, onBlur }) => (
          <Select
            value={value}
            onBlur={onBlur}
            onChange={({ target }) => onValueChange(target.value)}
            options={rateTypes.map((each) => ({ value: each, label: t(`types.${each}`) }))}
          />
        )}
      </FormField>
    </div>
  );
}
