"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FormField, messageAt } from "@/components/forms/form-field";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { BundleCard, LimitCard } from "./bundle-changes";
import { controlOf, emptyBundle, emptyOffer, freeName, newVariant } from "./form-model";
import { OfferCard } from "./offer-changes";
import { type StepProps, useSet } from "./step-props";
import { useVariantNames } from "./words";

const mostVariants = 10;

export function TestedStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const set = useSet(form);
  const { variants } = values;
  const control = controlOf(variants);
  const names = useVariantNames(variants);
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    set("variants", [...variants, newVariant(freeName(variants))]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(":scope > :last-child input")?.focus());
  };
  const remove = (at: number) => {
    set(
      "variants",
      variants.filter((_, each) => each !== at),
    );
    announce(t("variantRemoved", { variant: names[at] ?? "" }));
    requestAnimationFrame(() => list.current?.querySelector("input")?.focus());
  };
  return (
    <>
      <div ref={list}>
        <FormSection title={t("steps.tested")} description={t("testedHint")}>
          <Field
            name="name"
            label={t("labels.name")}
            description={t("nameHint")}
            error={form.formState.errors.name?.message}
          >
            <Input {...form.register("name")} defaultValue={values.name} autoComplete="off" />
          </Field>
        </FormSection>
        {variants.map((_, at) => (
          <Variant
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its position, and its name may change.
            key={at}
            {...{ form, values, live, at }}
            isControl={at === control}
            title={at === control ? t("controlTitle") : (names[at] ?? "")}
            onRemove={variants.length > 2 && at !== control ? () => remove(at) : undefined}
          />
        ))}
      </div>
      <Field
        name="variants"
        group
        className="mt-5 border-t border-line pt-5"
        label={<span className="sr-only">{t("labels.variants")}</span>}
        error={messageAt(
          { variants: form.formState.errors.variants?.root ?? form.formState.errors.variants },
          "variants",
        )}
      >
        {variants.length < mostVariants && (
          <Button className="w-fit" icon={<Plus aria-hidden />} onClick={add}>
            {t("addVariant")}
          </Button>
        )}
      </Field>
    </>
  );
}

type VariantProps = StepProps & {
  at: number;
  isControl: boolean;
  title: string;
  onRemove: (() => void) | undefined;
};

function Variant({ form, values, live, at, isControl, title, onRemove }: VariantProps) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const { variants } = values;
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const share = (variants[at]?.weight ?? 0) / total;
  return (
    <FormSection
      title={
        <span className="flex min-h-8 items-center justify-between gap-3">
          {title}
          {onRemove && (
            <IconButton label={t("removeVariant", { variant: title })} icon={<X aria-hidden />} onClick={onRemove} />
          )}
        </span>
      }
      description={isControl ? t("controlHint") : undefined}
    >
      <div className={cn("grid items-start gap-4", isControl ? "sm:max-w-48" : "sm:grid-cols-[minmax(0,2fr)_1fr_1fr]")}>
        {!isControl && (
          <>
            <Text {...{ form, values, at }} of="label" optional />
            <Text {...{ form, values, at }} of="name" />
          </>
        )}
        <FormField
          form={form}
          name={`variants.${at}.weight`}
          label={t("labels.weight")}
          description={Number.isFinite(share) ? t("weightShare", { share: format.ratio(share) }) : undefined}
        >
          {(control) => <DecimalInput {...control} inputMode="numeric" />}
        </FormField>
      </div>
      {!isControl && <Changes {...{ form, values, live, at }} title={title} />}
    </FormSection>
  );
}

type TextProps = Pick<VariantProps, "form" | "values" | "at"> & { of: "label" | "name"; optional?: boolean };

function Text({ form, values, at, of, optional }: TextProps) {
  const t = useTranslations("experimentEditor");
  const name = `variants.${at}.${of}` as const;
  return (
    <Field
      name={name}
      label={t(`labels.${of === "name" ? "variant_name" : "label"}`)}
      description={t(of === "name" ? "variantNameHint" : "labelHint")}
      error={messageAt(form.formState.errors, name)}
      {...(optional && { optional })}
    >
      <Input {...form.register(name)} defaultValue={values.variants[at]?.[of]} autoComplete="off" />
    </Field>
  );
}

function Changes({ form, values, live, at, title }: Omit<VariantProps, "isControl" | "onRemove">) {
  const t = useTranslations("experimentEditor");
  const set = useSet(form);
  const box = useRef<HTMLDivElement>(null);
  const path = `variants.${at}.changes` as const;
  const { offers, bundles, limited } = values.variants[at]?.changes ?? newVariant("").changes;
  const count = offers.length + bundles.length + (limited ? 1 : 0);
  const change = (part: "offers" | "bundles" | "limited", value: unknown) =>
    set(`${path}.${part}`, value as never, path as never);
  const add = (part: "offers" | "bundles" | "limited", value: unknown, place: number) => {
    change(part, value);
    requestAnimationFrame(() =>
      box.current?.querySelectorAll("[data-card]").item(place)?.querySelector("input")?.focus(),
    );
  };
  const card = (place: number, part: "offers" | "bundles" | "limited", value: unknown) => ({
    form,
    live,
    title: t("changeTitle", { n: place + 1, variant: title }),
    onRemove() {
      change(part, value);
      announce(t("changeRemoved"));
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("[data-add] button")?.focus());
    },
  });
  const without = (items: readonly unknown[], n: number) => items.filter((_, each) => each !== n);
  const problem = (part: "offers" | "bundles" | "settings") => {
    const error = messageAt(form.formState.errors, `${path}.${part}`);
    return (
      error && (
        <Field name={`${path}.${part}`} group label={t(`labels.${part}`)} error={error}>
          {null}
        </Field>
      )
    );
  };
  return (
    <div ref={box} className="grid gap-3">
      {offers.map((offer, n) => (
        <OfferCard
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity, and show what they are given.
          key={n}
          {...card(n, "offers", without(offers, n))}
          path={`${path}.offers.${n}`}
          offer={offer}
        />
      ))}
      {problem("offers")}
      {bundles.map((bundle, n) => (
        <BundleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={n}
          {...card(offers.length + n, "bundles", without(bundles, n))}
          path={`${path}.bundles.${n}`}
          bundle={bundle}
        />
      ))}
      {problem("bundles")}
      {limited && <LimitCard {...card(count - 1, "limited", false)} path={`${path}.settings`} />}
      {problem("settings")}
      <Field
        name={path}
        group
        label={<span className={count > 0 ? "sr-only" : undefined}>{t("labels.changes")}</span>}
        description={count === 0 ? t("changesHint") : undefined}
        error={messageAt(form.formState.errors, path)}
      >
        <div data-add className="flex flex-wrap gap-2">
          <Add label={t("addOffer")} onClick={() => add("offers", [...offers, emptyOffer], offers.length)} />
          <Add
            label={t("addBundle")}
            onClick={() => add("bundles", [...bundles, emptyBundle], offers.length + bundles.length)}
          />
          {!limited && <Add label={t("addLimit")} onClick={() => add("limited", true, count)} />}
        </div>
      </Field>
    </div>
  );
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
