"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type FieldValues, type Path, type UseFormReturn, useFormState } from "react-hook-form";
import { type Refusal, useRefusal } from "@/components/query-error";
import { FormBar, type FormBarProps } from "@/components/ui/form-bar";
import { type FormError, FormErrorSummary, focusField, focusUndecided } from "@/components/ui/form-error-summary";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { showErrors } from "@/lib/api/form-errors";
import { ApiError } from "@/lib/contract/errors";
import { messageAt, messageOf } from "./form-field";
import { LeaveGuard } from "./leave-guard";
import { SideColumn } from "./side-column";
import { newDraft, type RecordState, useRecordForm } from "./use-record-form";

// Drafts are rare, so their code is not part of a first visit.
const RestoreDraft = lazyPart(() => import("./restore-draft"));

type Props<T extends FieldValues> = RecordState<T> & {
  fields: (values: T) => readonly Path<T>[];
  labelOf: (field: Path<T>) => string;
  createLabel?: string;
  saveLabel?: string;
  /** Receives the valid values, their previous values and the button that was pressed; returns null if nothing was saved. */
  onSave: (edited: T, base: T, pressed?: HTMLElement | null) => Promise<T | null>;
  /** Explains errors that need more than their message, such as a deleted record. */
  explain?: (cause: unknown, edited: T) => ReactNode;
  children: (form: UseFormReturn<T>, values: T) => ReactNode;
  below?: ReactNode;
  beside?: (values: T) => ReactNode;
  /** Other buttons beside the one that saves. */
  bar?: (form: UseFormReturn<T>) => Pick<FormBarProps, "saveLabel" | "plain" | "before" | "after">;
  /** For forms in steps: shows the step with this field, before the field gets the focus. */
  onReveal?: (field: Path<T>) => void;
};

export type FormOf<T extends FieldValues> = Pick<
  Props<T>,
  "initial" | "current" | "draft" | "readOnly" | "onSave" | "explain" | "below"
>;

export function RecordForm<T extends FieldValues>(props: Props<T>) {
  const { initial, current, draft = newDraft, readOnly = false, loadCheck, fields, labelOf } = props;
  const t = useTranslations("form");
  const element = useRef<HTMLFormElement>(null);
  const state = useRecordForm(props);
  const { form, values, isDirty, stored } = state;
  const formState = useFormState({ control: form.control });
  const { errors, isSubmitting } = formState;
  const { save, refuse, refusal, forgetRefusal, attempt } = useSaving(props, state, element);
  const isNew = !current;
  const prepare = () => void loadCheck().catch(() => {});

  useEffect(() => {
    // A field that the person has focused before the scripts loaded keeps the focus.
    const [first] = fields(initial);
    if (isNew && first && (document.activeElement ?? document.body) === document.body) form.setFocus(first);
  }, [isNew, form, fields, initial]);

  // A form is rendered again as soon as it is mounted, and when its draft has been looked for. The fields are not.
  const { children, beside } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fields read the state of the form from `form.formState`.
  const shown = useMemo(() => children(form, values), [children, form, values, formState]);
  const shownBeside = useMemo(() => beside?.(values), [beside, values]);

  const problems: FormError[] = [
    ...(refusal?.messages ?? []).map((message) => ({ message })),
    ...fields(values).flatMap((name) => {
      const message = messageAt(errors, name);
      return message ? [{ name, label: labelOf(name), message }] : [];
    }),
  ];

  return (
    <>
      {/* The guard is outside the form, because forms cannot be nested. */}
      <LeaveGuard when={isDirty && !isSubmitting} />
      <form
        ref={element}
        data-fill={isNew ? "" : undefined}
        onSubmit={async (event) => {
          event.preventDefault();
          if (focusUndecided(event.currentTarget)) return;
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
        className={beside ? "grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]" : "max-w-4xl"}
      >
        <div className="grid gap-5">
          {stored.earlier && (
            <RestoreDraft
              draft={stored.earlier}
              base={draft.base}
              onRestore={state.restore}
              onDiscard={stored.forget}
            />
          )}
          <FormErrorSummary
            errors={problems}
            attempt={attempt}
            onReveal={props.onReveal as ((name: string) => void) | undefined}
            {...(refusal && refusal.messages.length > 0 && { title: refusal.title })}
          />
          <Panel>
            <fieldset disabled={readOnly} className="contents">
              {shown}
            </fieldset>
          </Panel>
          {props.below}
          {!readOnly && (
            <FormBar
              dirty={isDirty}
              pending={isSubmitting}
              saveLabel={(isNew ? props.createLabel : props.saveLabel) ?? t("saveAction")}
              {...props.bar?.(form)}
              onDiscard={() => {
                state.discard();
                forgetRefusal();
              }}
            />
          )}
        </div>
        {beside && <SideColumn>{shownBeside}</SideColumn>}
      </form>
    </>
  );
}

/** Saves valid values. Otherwise, the first problem gets the focus, and what belongs to no field is explained above. */
function useSaving<T extends FieldValues>(
  { fields, onSave, explain, onReveal }: Props<T>,
  { form, base, stored, settle }: ReturnType<typeof useRecordForm<T>>,
  element: RefObject<HTMLFormElement | null>,
) {
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refusalOf = useRefusal();

  const save = form.handleSubmit(
    async (edited, event) => {
      const pressed = (event?.nativeEvent as SubmitEvent | undefined)?.submitter;
      const entered = structuredClone(form.getValues());
      setRefusal(null);
      try {
        const saved = await onSave(edited as unknown as T, base, pressed);
        if (!saved) return;
        stored.forget();
        settle(entered, saved);
      } catch (cause) {
        refuse(cause, explain?.(cause, edited as unknown as T));
      }
    },
    () => {
      setRefusal(null);
      focusProblem();
    },
  );

  function refuse(cause: unknown, more?: ReactNode) {
    const words = refusalOf(cause, showErrors(cause, form, fields(form.getValues())));
    setRefusal(more ? { ...words, messages: [...words.messages, more] } : words);
    focusProblem();
  }

  function focusProblem() {
    // The state is read again, because this render is older than the validation.
    const first = fields(form.getValues()).find((name) => messageOf(form.getFieldState(name).error));
    if (first) onReveal?.(first);
    if (!first || !element.current || !focusField(first, element.current)) setAttempt((count) => count + 1);
  }

  return { save, refuse, refusal, forgetRefusal: () => setRefusal(null), attempt };
}
