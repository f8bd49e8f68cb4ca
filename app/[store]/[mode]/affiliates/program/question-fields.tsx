"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { messageAt } from "@/components/forms/form-field";
import { useLines } from "@/components/forms/use-lines";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { questionKinds } from "@/lib/contract/desk/partner-words";
import type { ProgramPage } from "@/lib/contract/desk/program-draft";

type Question = ProgramPage["questions"][number];

export function QuestionFields({ form, value }: { form: UseFormReturn<ProgramPage>; value: readonly Question[] }) {
  const t = useTranslations("programPage.questions");
  const { list, focusLine } = useLines<HTMLOListElement>();
  const { errors } = form.formState;
  const set = (questions: Question[]) => form.setValue("questions", questions, { shouldDirty: true });
  const change = (at: number, part: Partial<Question>) =>
    set(value.map((each, index) => (index === at ? { ...each, ...part } : each)));
  const errorAt = (at: number, name: keyof Question) => messageAt(errors, `questions.${at}.${name}`);
  return (
    <div className="grid justify-items-start gap-4">
      <ol ref={list} className="grid w-full gap-4 empty:hidden">
        {value.map((question, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: questions have no identity, and show what they are given.
            key={at}
            className="grid gap-3 rounded-md border border-line p-3"
          >
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
              <Field name={`questions.${at}.label`} label={t("label", { n: at + 1 })} error={errorAt(at, "label")}>
                <Input value={question.label} onChange={({ target }) => change(at, { label: target.value })} />
              </Field>
              <IconButton
                label={t("remove", { n: at + 1 })}
                icon={<X />}
                onClick={() => {
                  set(value.filter((_, index) => index !== at));
                  focusLine(Math.min(at, value.length - 2));
                }}
              />
            </div>
            <div className="flex flex-wrap items-end gap-4">
              <Field label={t("kind", { n: at + 1 })} className="w-48">
                <Select
                  value={question.kind}
                  options={questionKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
                  onChange={({ target }) => change(at, { kind: target.value as Question["kind"], options: [] })}
                />
              </Field>
              <Checkbox
                className="pb-1.5"
                label={t("required")}
                checked={question.required}
                onChange={({ target }) => change(at, { required: target.checked })}
              />
            </div>
            {question.kind === "choice" && (
              <Field
                name={`questions.${at}.options`}
                label={t("options", { n: at + 1 })}
                description={t("optionsHint")}
                error={errorAt(at, "options")}
              >
                <Textarea
                  value={question.options.join("\n")}
                  onChange={({ target }) =>
                    change(at, { options: target.value === "" ? [] : target.value.split("\n") })
                  }
                />
              </Field>
            )}
          </li>
        ))}
      </ol>
      <Button
        icon={<Plus aria-hidden />}
        onClick={() => {
          set([...value, { label: "", kind: "line", required: false, options: [] }]);
          focusLine(value.length);
        }}
      >
        {t("add")}
      </Button>
    </div>
  );
}
