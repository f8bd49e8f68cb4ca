"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useRef } from "react";
import { messageAt } from "@/components/forms/form-field";
import { announce } from "@/components/ui/announce";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { IconButton } from "@/components/ui/icon-button";
import { useDesk } from "@/lib/api/desk";
import { controlIn } from "@/lib/contract/checkout/experiment-words";
import { BundleCard, LimitCard, OfferCard } from "./change-cards";
import { useVariantNames } from "./check-step";
import { EditorField, type StepProps, TextField, useSet } from "./fields";
import { type ChangesForm, needsCart, newBundle, newLimit, newOffer, newVariant, type VariantForm } from "./form-model";

const mostVariants = 10;

/** What was added or stays gets the focus once it is on the screen. */
const focusLater = (box: RefObject<HTMLElement | null>, selector: string, place = 0) =>
  requestAnimationFrame(() => {
    const found = box.current?.querySelectorAll<HTMLElement>(selector).item(place);
    (found?.querySelector("input") ?? found)?.focus();
  });

export function TestedStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const set = useSet(form);
  const { variants } = values;
  const names = useVariantNames(variants);
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    set("variants", [...variants, newVariant(variants)]);
    focusLater(list, ":scope > section", variants.length + 1);
  };
  const remove = (at: number) => {
    set("variants", variants.toSpliced(at, 1));
    announce(t("variantRemoved", { variant: names[at] ?? "" }));
    focusLater(list, ":scope > section");
  };
  return (
    <>
      <div ref={list}>
        <FormSection title={t("steps.tested")} description={t("testedHint")}>
          <TextField form={form} name="name" />
        </FormSection>
        {variants.map((variant, at) => (
          <Variant
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its position, and its name may change.
            key={at}
            {...{ form, values, live, at, variant }}
            title={names[at] ?? ""}
            onRemove={() => remove(at)}
          />
        ))}
      </div>
      <Field
        name="variants"
        group
        className="mt-5 border-t border-line pt-5"
        label={<span className="sr-only">{t("labels.variants")}</span>}
        error={messageAt(form.formState.errors, "variants")}
      >
        {variants.length < mostVariants && <Add label={t("addVariant")} onClick={add} />}
      </Field>
    </>
  );
}

type VariantProps = StepProps & { at: number; variant: VariantForm; title: string; onRemove: () => void };

function Variant({ onRemove, ...props }: VariantProps) {
  const { form, values, at, variant, title } = props;
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const { variants } = values;
  const isControl = variant === controlIn(variants);
  const share = variant.weight / variants.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <FormSection
      title={
        <span className="flex min-h-8 items-center justify-between gap-3">
          {isControl ? t("controlTitle") : title}
          {!isControl && variants.length > 2 && (
            <IconButton label={t("removeVariant", { variant: title })} icon={<X aria-hidden />} onClick={onRemove} />
          )}
        </span>
      }
      description={isControl ? t("controlHint") : undefined}
    >
      <div className={cn("grid items-start gap-4", isControl ? "sm:max-w-48" : "sm:grid-cols-[minmax(0,2fr)_1fr_1fr]")}>
        {!isControl && (
          <>
            <TextField form={form} name={`variants.${at}.label`} optional />
            <TextField form={form} name={`variants.${at}.name`} />
          </>
        )}
        <EditorField
          form={form}
          name={`variants.${at}.weight`}
          description={Number.isFinite(share) ? t("weightShare", { share: format.ratio(share) }) : undefined}
        >
          {(control) => <DecimalInput {...control} inputMode="numeric" />}
        </EditorField>
      </div>
      {!isControl && <Changes {...props} />}
    </FormSection>
  );
}

type Parts = { [Part in keyof ChangesForm]?: ChangesForm[Part] | undefined };

function Changes({ form, values, live, at, variant: { changes }, title }: Omit<VariantProps, "onRemove">) {
  const t = useTranslations("experimentEditor");
  const set = useSet(form);
  const box = useRef<HTMLDivElement>(null);
  const path = `variants.${at}.changes` as const;
  const { offers, bundles, settings } = changes;
  const count = offers.length + bundles.length + (settings ? 1 : 0);
  const add = (parts: Parts, place: number) => {
    set(path, { ...changes, ...parts } as ChangesForm);
    focusLater(box, "[data-card]", place);
  };
  const card = (place: number, rest: Parts) => ({
    form,
    live,
    title: t("changeTitle", { n: place + 1, variant: title }),
    onRemove() {
      set(path, { ...changes, ...rest } as ChangesForm);
      announce(t("changeRemoved"));
      focusLater(box, "[data-add] button");
    },
  });
  const problem = (part: keyof ChangesForm) => {
    const error = messageAt(form.formState.errors, `${path}.${part}`);
    return (
      error && (
        <Field name={`${path}.${part}`} group label={t(`labels.${part}`)} error={error}>
          {null}
        </Field>
      )
    );
  };
  const list = (part: "offers" | "bundles", before: number) => {
    const Card = part === "offers" ? OfferCard : BundleCard;
    return (
      <>
        {changes[part].map((_, n) => (
          <Card
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity, and show what they are given.
            key={n}
            {...card(before + n, { [part]: changes[part].toSpliced(n, 1) })}
            path={`${path}.${part}.${n}` as never}
          />
        ))}
        {problem(part)}
      </>
    );
  };
  return (
    <div ref={box} className="grid gap-3">
      {list("offers", 0)}
      {list("bundles", offers.length)}
      {settings && <LimitCard {...card(count - 1, { settings: undefined })} path={`${path}.settings`} />}
      {problem("settings")}
      <Field
        name={path}
        group
        label={<span className={count > 0 ? "sr-only" : undefined}>{t("labels.changes")}</span>}
        description={needsCart(values) ? t("noBundles") : count === 0 ? t("changesHint") : undefined}
        error={messageAt(form.formState.errors, path)}
      >
        <div data-add className="flex flex-wrap gap-2">
          <Add size="sm" label={t("addOffer")} onClick={() => add({ offers: [...offers, newOffer] }, offers.length)} />
          <Add
            size="sm"
            label={t("addBundle")}
            disabled={needsCart(values)}
            onClick={() => add({ bundles: [...bundles, newBundle] }, offers.length + bundles.length)}
          />
          {!settings && <Add size="sm" label={t("addLimit")} onClick={() => add({ settings: newLimit }, count)} />}
        </div>
      </Field>
    </div>
  );
}

function Add({ label, ...button }: ButtonProps & { label: string }) {
  return (
    <Button className="w-fit" icon={<Plus aria-hidden />} {...button}>
      {label}
    </Button>
  );
}
