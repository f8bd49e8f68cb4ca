"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { MailTemplate } from "@/lib/contract/desk/mails";
import { localeNames, locales } from "@/lib/i18n/locales";
import { ProgramHeader } from "../program-header";
import { templateFilters } from "./filters";

export function TemplatesView() {
  const t = useTranslations("programPage.templates");
  const kinds = useTranslations("programPage.kinds");
  const { desk } = useDesk();
  const [{ language, kind }, setFilters] = useQueryStates(templateFilters);
  const list = useQuery(desk.mail_templates.list.options({ params: { locale: language } }));
  const open = list.data?.data.find((one) => one.kind === kind);
  return (
    <>
      <ProgramHeader />
      <div className="grid items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Panel title={t("title")} flush>
          <div className="p-3">
            <Field label={t("language")}>
              <Select
                value={language}
                options={locales.map((value) => ({ value, label: localeNames[value] ?? value }))}
                onChange={({ target }) => void setFilters({ language: target.value as typeof language })}
              />
            </Field>
          </div>
          {list.data ? (
            <ul aria-label={t("title")} className="max-lg:max-h-64 max-lg:overflow-y-auto">
              {list.data.data.map((one) => (
                <li key={one.kind} className="border-t border-line">
                  <button
                    type="button"
                    aria-current={one.kind === kind || undefined}
                    className={cn(
                      "flex min-h-11 w-full items-center justify-between gap-2 border-s-2 border-transparent px-3 py-2 text-start -outline-offset-2 hover:bg-hover",
                      one.kind === kind && "border-accent! bg-accent-soft/50 font-medium",
                    )}
                    onClick={() => void setFilters({ kind: one.kind })}
                  >
                    {kinds(one.kind)}
                    {one.own && <Badge tone="accent">{t("changed")}</Badge>}
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <Waiting of={list} lines={8} className="p-3" />
          )}
        </Panel>
        {open && <Editor key={`${open.kind} ${open.locale} ${open.own}`} template={open} />}
      </div>
    </>
  );
}

function Editor({ template }: { template: MailTemplate }) {
  const t = useTranslations("programPage.templates");
  const kinds = useTranslations("programPage.kinds");
  const { desk, can, store } = useDesk();
  const attempt = useAttempt();
  const { mutateAsync: save } = useMutation(desk.mail_templates.save.mutation());
  const reset = useMutation(desk.mail_templates.reset.mutation());
  const program = useQuery(desk.partner_program.get.options());
  const { kind, locale, own, placeholders } = template;
  const [subject, setSubject] = useState(template.subject);
  const [text, setText] = useState(template.text);
  const params = { kind, locale };
  const mayWrite = can("desk", "mail_templates", "save");
  const samples: Record<string, string> = {
    program: program.data?.name ?? store.name,
    portal: "https://shop.example/partners",
    link: "https://shop.example/…",
    name: "Mira Lindqvist",
    inviter: t("samples.inviter"),
    amount: t("samples.amount"),
    details: "SE•• •••• 4321",
    month: t("samples.month"),
  };
  const filled = (words: string) => words.replace(/\{(\w+)\}/g, (whole, name: string) => samples[name] ?? whole);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Panel
        title={kinds(kind)}
        description={t("placeholders", { names: placeholders.map((name) => `{${name}}`).join(" ") })}
      >
        <PlainForm
          names={["subject", "text"]}
          onSend={async (body) => {
            await save({ params, body });
            toast.success(t("saved"));
          }}
          submit={t("save")}
          button={{ variant: "primary", className: cn("justify-self-start", !mayWrite && "hidden") }}
        >
          <PlainField
            name="subject"
            label={t("subject")}
            value={subject}
            readOnly={!mayWrite}
            onChange={({ target }) => setSubject(target.value)}
          />
          <PlainField name="text" label={t("text")}>
            <Textarea
              name="text"
              rows={12}
              value={text}
              readOnly={!mayWrite}
              onChange={({ target }) => setText(target.value)}
            />
          </PlainField>
        </PlainForm>
        {own && mayWrite && (
          <Button
            className="mt-3"
            pending={reset.isPending}
            onClick={async () => {
              if (await attempt(() => reset.mutateAsync({ params }))) toast.success(t("restored"));
            }}
          >
            {t("reset")}
          </Button>
        )}
      </Panel>
      <Panel title={t("preview")} description={t("previewHint")}>
        <div lang={locale} className="grid gap-4 rounded-md border border-line p-4">
          <p className="font-semibold wrap-anywhere">{filled(subject)}</p>
          <p className="border-t-2 border-accent pt-4 whitespace-pre-line wrap-anywhere">{filled(text)}</p>
        </div>
      </Panel>
    </div>
  );
}
