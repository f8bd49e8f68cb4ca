"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { Controller, type FieldErrors, useForm, useWatch } from "react-hook-form";
import { LeaveGuard } from "@/components/leave-guard";
import { type Refusal, useRefusal } from "@/components/query-error";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormBar } from "@/components/ui/form-bar";
import { type FormError, FormErrorSummary, focusField } from "@/components/ui/form-error-summary";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { RadioCards } from "@/components/ui/radio-group";
import { TokenField } from "@/components/ui/token-field";
import { useDraft } from "@/components/use-draft";
import { useDesk } from "@/lib/api/desk";
import { showErrors } from "@/lib/api/form-errors";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import { type UpsellDraft, upsellDraft } from "@/lib/contract/checkout/upsells";
import { isRecord } from "@/lib/contract/errors";
import { changedFields } from "./changed-fields";
import { UpsellPreview } from "./upsell-preview";
import { useUpsellWords } from "./words";

// Hardly ever there, so it does not weigh on a first visit.
const DraftOffer = lazy(() => import("@/components/draft-offer").then((file) => ({ default: file.DraftOffer })));

const fields = [
  "name",
  "product_id",
  "trigger_products",
  "discount.type",
  "discount.value",
  "placement",
  "status",
] as const;

type Props = {
  initial: UpsellDraft;
  /** The record as it is now; absent for an offer that does not exist yet. */
  current?: UpsellDraft;
  /** What a draft of it is kept under, and which state of the record it is of. */
  draft: { record: string; base: string | null };
  saveLabel: string;
  readOnly?: boolean;
  /** Gets what changed, or all of it for a new offer; throws what the server says. */
  onSave: (draft: UpsellDraft, changed: Partial<UpsellDraft>) => Promise<UpsellDraft | null>;
  children?: ReactNode;
};

export function UpsellForm({ initial, current, draft, saveLabel, readOnly = false, onSave, children }: Props) {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const { store } = useDesk();
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalOf = useRefusal();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<UpsellDraft>({
    resolver: zodResolver(upsellDraft),
    // Ours goes by the order on the screen, and finds every kind of control.
    shouldFocusError: false,
    defaultValues: initial,
    // What somebody else saved meanwhile comes in, except over what is being edited here.
    ...(current && { values: current, resetOptions: { keepDirtyValues: true } }),
  });
  const { register, control, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const values = useWatch({ control }) as UpsellDraft;
  const kept = useDraft({
    kind: "upsell",
    ...draft,
    changes: isDirty ? changedFields(values, formState.defaultValues as UpsellDraft) : null,
    enabled: !readOnly,
  });

  const submit = form.handleSubmit(
    async (edited) => {
      setRefusal(null);
      try {
        const saved = await onSave(edited, changedFields(edited, form.formState.defaultValues as UpsellDraft));
        kept.forget();
        if (saved) keepNewer(edited, saved);
      } catch (cause) {
        setRefusal(refusalOf(cause, showErrors(cause, form, fields)));
        focusProblem();
      }
    },
    () => {
      setRefusal(null);
      focusProblem();
    },
  );

  /** What was saved is the new ground; what was typed while it was on its way stays, as a change. */
  function keepNewer(sent: UpsellDraft, saved: UpsellDraft) {
    const now = structuredClone(form.getValues());
    form.reset(saved, { keepDirtyValues: false });
    for (const name of Object.keys(changedFields(now, sent)) as (keyof UpsellDraft)[]) {
      form.setValue(name, now[name], { shouldDirty: true });
    }
  }

  function restore() {
    for (const [name, value] of Object.entries(kept.restore())) {
      if (!(name in initial)) continue;
      form.setValue(name as keyof UpsellDraft, withNumber(value) as never, { shouldDirty: true });
    }
  }

  /** The first field that is wrong, else the summary. */
  function focusProblem() {
    const first = fields.find((name) => form.getFieldState(name).invalid);
    if (!first || !element.current || !focusField(first, element.current)) setAttempt((count) => count + 1);
  }

  const labels: Record<(typeof fields)[number], string> = {
    name: t("name"),
    product_id: t("product"),
    trigger_products: t("triggers"),
    "discount.type": t("discountType"),
    "discount.value": t("discountValue"),
    placement: t("placement"),
    status: t("status"),
  };

  return (
    <>
      {/* Beside the form: a browser keeps back the submission of a form inside a form. */}
      <LeaveGuard when={isDirty && !isSubmitting} />
      <form
        ref={element}
        onSubmit={submit}
        noValidate
        className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <div className="grid gap-5">
          {kept.earlier && (
            <Suspense>
              <DraftOffer draft={kept.earlier} base={draft.base} onRestore={restore} onDiscard={kept.forget} />
            </Suspense>
          )}
          <FormErrorSummary
            errors={summarize(errors, labels, refusal?.messages ?? [])}
            attempt={attempt}
            {...(refusal && refusal.messages.length > 0 && { title: refusal.title })}
          />
          <Panel>
            <fieldset disabled={readOnly} className="contents">
              <FormSection title={t("basics")}>
                {/* With default values for the first paint: `register` sets them only once scripts run. */}
                <Field name="name" label={labels.name} description={t("nameHint")} error={errors.name?.message}>
                  <Input {...register("name")} defaultValue={initial.name} autoComplete="off" />
                </Field>
                <Field
                  name="product_id"
                  label={labels.product_id}
                  description={t("productHint")}
                  error={errors.product_id?.message}
                >
                  <Input
                    {...register("product_id")}
                    defaultValue={initial.product_id}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </Field>
                <Field
                  name="trigger_products"
                  label={labels.trigger_products}
                  description={t("triggersHint")}
                  error={listMessage(errors.trigger_products)}
                >
                  <Controller
                    control={control}
                    name="trigger_products"
                    render={({ field }) => (
                      <TokenField value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
                    )}
                  />
                </Field>
              </FormSection>
              <FormSection title={t("discount")}>
                <div className="grid gap-4 sm:grid-cols-2">
                  <Field name="discount.type" label={labels["discount.type"]} error={errors.discount?.type?.message}>
                    <Controller
                      control={control}
                      name="discount.type"
                      render={({ field }) => (
                        <Combobox
                          freeText
                          value={field.value}
                          onValueChange={field.onChange}
                          onBlur={field.onBlur}
                          options={discountTypes.map((value) => ({ value, label: words.discountType(value) }))}
                        />
                      )}
                    />
                  </Field>
                  <Field name="discount.value" label={labels["discount.value"]} error={errors.discount?.value?.message}>
                    <Controller
                      control={control}
                      name="discount.value"
                      render={({ field }) => (
                        <DecimalInput
                          ref={field.ref}
                          value={field.value}
                          onValueChange={field.onChange}
                          onBlur={field.onBlur}
                          {...affix(values.discount?.type, store.currency)}
                        />
                      )}
                    />
                  </Field>
                </div>
              </FormSection>
              <FormSection title={t("whereAndWhen")}>
                <Field
                  name="placement"
                  label={labels.placement}
                  description={t("placementHint")}
                  error={errors.placement?.message}
                >
                  <Controller
                    control={control}
                    name="placement"
                    render={({ field }) => (
                      <Combobox
                        freeText
                        value={field.value}
                        onValueChange={field.onChange}
                        onBlur={field.onBlur}
                        options={upsellPlacements.map((value) => ({ value, label: words.placement(value) }))}
                      />
                    )}
                  />
                </Field>
                <Field name="status" group label={labels.status} error={errors.status?.message}>
                  <Controller
                    control={control}
                    name="status"
                    render={({ field }) => (
                      <RadioCards
                        name="status"
                        value={field.value}
                        onValueChange={field.onChange}
                        options={statusChoices(field.value).map((value) => ({
                          value,
                          label: words.status(value).label,
                          ...(isKnownStatus(value) && { description: t(`statusHints.${value}`) }),
                        }))}
                      />
                    )}
                  />
                </Field>
              </FormSection>
            </fieldset>
          </Panel>
          {children}
          {!readOnly && (
            <FormBar
              dirty={isDirty}
              pending={isSubmitting}
              saveLabel={saveLabel}
              onDiscard={() => {
                kept.forget();
                form.reset(undefined, { keepDirtyValues: false });
                setRefusal(null);
              }}
            />
          )}
        </div>
        <div className="xl:sticky xl:top-[calc(var(--band)+4.75rem)]">
          <UpsellPreview offer={values} />
        </div>
      </form>
    </>
  );
}

/** JSON has no word for a discount that is still empty. */
function withNumber(value: unknown): unknown {
  return isRecord(value) && value.value === null ? { ...value, value: Number.NaN } : value;
}

function affix(type: string | undefined, currency: string) {
  return type === "percentage" ? { suffix: "%" } : type === "fixed_amount" ? { prefix: currency } : {};
}

function isKnownStatus(status: string): status is (typeof upsellStatuses)[number] {
  return (upsellStatuses as readonly string[]).includes(status);
}

/** A status that only the other side knows stays choosable, so that saving does not change it by accident. */
function statusChoices(current: string): string[] {
  return isKnownStatus(current) ? [...upsellStatuses] : [...upsellStatuses, current];
}

function listMessage(error: unknown): string | undefined {
  if (!error) return undefined;
  if (Array.isArray(error)) return error.find((entry) => entry?.message)?.message;
  return (error as { message?: string }).message;
}

function summarize(
  errors: FieldErrors<UpsellDraft>,
  labels: Record<(typeof fields)[number], string>,
  refused: readonly ReactNode[],
): FormError[] {
  const messages: Record<(typeof fields)[number], string | undefined> = {
    name: errors.name?.message,
    product_id: errors.product_id?.message,
    trigger_products: listMessage(errors.trigger_products),
    "discount.type": errors.discount?.type?.message,
    "discount.value": errors.discount?.value?.message,
    placement: errors.placement?.message,
    status: errors.status?.message,
  };
  return [
    ...refused.map((message) => ({ message })),
    ...fields.flatMap((name) => (messages[name] ? [{ name, label: labels[name], message: messages[name] }] : [])),
  ];
}
