"use client";

import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { LeaveGuard } from "@/components/leave-guard";
import { type Refusal, useRefusal } from "@/components/query-error";
import { FormBar } from "@/components/ui/form-bar";
import { type FormError, FormErrorSummary, focusField } from "@/components/ui/form-error-summary";
import { Panel } from "@/components/ui/panel";
import { useProducts } from "@/components/use-products";
import { showErrors } from "@/lib/api/form-errors";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { ApiError } from "@/lib/contract/errors";
import { listMessage, OfferFields, offerFields } from "./offer-fields";
import { UpsellPreview } from "./upsell-preview";
import { type FormState, loadCheck, useOfferForm, useReadOffer } from "./use-offer-form";

// Hardly ever there, or not needed for the first look, so they do not weigh on it.
const DraftOffer = lazy(() => import("@/components/draft-offer").then((file) => ({ default: file.DraftOffer })));
const OfferDoctor = lazy(() => import("./offer-doctor"));

type Props = FormState & {
  saveLabel: string;
  /** Gets what was judged good, and what each field was changed from. Null where it was not saved after all. */
  onSave: (edited: UpsellDraft, base: UpsellDraft) => Promise<UpsellDraft | null>;
  /** For a failure that has more to say than its words, such as a record that is gone. */
  explain?: (cause: unknown, edited: UpsellDraft) => ReactNode;
  id?: string;
  children?: ReactNode;
};

export function UpsellForm({ saveLabel, onSave, explain, id, children, ...state }: Props) {
  const { initial, current, draft, readOnly } = state;
  const t = useTranslations("upsells.form");
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalOf = useRefusal();
  const element = useRef<HTMLFormElement>(null);
  const { form, values, base, isDirty, kept, settle, discard, restore } = useOfferForm(state);
  const { offer, prepare } = useReadOffer(values, initial);
  const { products, known } = useProducts([offer.product_id, ...offer.trigger_products]);
  const { errors, isSubmitting } = form.formState;
  const problems = useSummary(errors, refusal?.messages ?? []);
  const isNew = !current;

  useEffect(() => {
    // Not where a person, quicker than the scripts, is somewhere already.
    if (isNew && (document.activeElement ?? document.body) === document.body) form.setFocus("name");
  }, [isNew, form]);

  const save = form.handleSubmit(
    async (edited) => {
      const entered = structuredClone(form.getValues());
      setRefusal(null);
      try {
        const saved = await onSave(edited, base);
        if (!saved) return;
        kept.forget();
        settle(entered, saved);
      } catch (cause) {
        refuse(cause, explain?.(cause, edited));
      }
    },
    () => {
      setRefusal(null);
      focusProblem();
    },
  );

  function refuse(cause: unknown, more?: ReactNode) {
    const words = refusalOf(cause, showErrors(cause, form, offerFields));
    setRefusal(more ? { ...words, messages: [...words.messages, more] } : words);
    focusProblem();
  }

  /** The first field that is wrong, else the summary. */
  function focusProblem() {
    const first = offerFields.find((name) => form.getFieldState(name).invalid);
    if (!first || !element.current || !focusField(first, element.current)) setAttempt((count) => count + 1);
  }

  return (
    <>
      {/* Beside the form: a browser keeps back the submission of a form inside a form. */}
      <LeaveGuard when={isDirty && !isSubmitting} />
      <form
        ref={element}
        onSubmit={async (event) => {
          event.preventDefault();
          try {
            await loadCheck();
          } catch {
            return refuse(new ApiError(0, "offline", t("checkMissing")));
          }
          await save(event);
        }}
        onPointerDown={prepare}
        onKeyDown={prepare}
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
            errors={problems}
            attempt={attempt}
            {...(refusal && refusal.messages.length > 0 && { title: refusal.title })}
          />
          <Panel>
            <fieldset disabled={readOnly} className="contents">
              <OfferFields form={form} initial={initial} products={products} known={known} readOnly={readOnly} />
            </fieldset>
          </Panel>
          {children}
          {!readOnly && (
            <FormBar
              dirty={isDirty}
              pending={isSubmitting}
              saveLabel={saveLabel}
              onDiscard={() => {
                discard();
                setRefusal(null);
              }}
            />
          )}
        </div>
        <div className="grid gap-5 xl:sticky xl:top-[calc(var(--band)+4.75rem)]">
          <UpsellPreview offer={offer} products={products} />
          <Suspense>
            <OfferDoctor offer={offer} products={products} known={known} {...(id !== undefined && { id })} />
          </Suspense>
        </div>
      </form>
    </>
  );
}

function useSummary(errors: FieldErrors<UpsellDraft>, refused: readonly ReactNode[]): FormError[] {
  const t = useTranslations("upsells.form.labels");
  const messages: Record<(typeof offerFields)[number], string | undefined> = {
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
    ...offerFields.flatMap((name) =>
      messages[name] ? [{ name, label: t(labelOf(name)), message: messages[name] }] : [],
    ),
  ];
}

/** A text's key cannot have a dot in it. */
const labelOf = (name: (typeof offerFields)[number]) =>
  name === "discount.type" ? "discount_type" : name === "discount.value" ? "discount_value" : name;
