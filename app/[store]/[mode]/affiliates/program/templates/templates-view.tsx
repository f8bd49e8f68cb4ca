"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { SendButton } from "@/components/attempt";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { Tabs } from "@/components/ui/tabs";
import { toast } from "@/components/ui/toast";
import { useDebounced } from "@/components/ui/use-time";
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
  const { desk, can } = useDesk();
  const { mutateAsync: save } = useMutation(desk.mail_templates.save.mutation());
  const { kind, locale, own, placeholders } = template;
  const [subject, setSubject] = useState(template.subject);
  const [text, setText] = useState(template.text);
  const params = { kind, locale };
  const mayWrite = can("desk", "mail_templates", "save");
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
          beside={
            own &&
            mayWrite && (
              <SendButton
                mutation={desk.mail_templates.reset.mutation()}
                input={{ params }}
                onDone={() => toast.success(t("restored"))}
              >
                {t("reset")}
              </SendButton>
            )
          }
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
      </Panel>
      <Preview params={params} subject={subject} text={text} />
    </div>
  );
}

type PreviewProps = { params: Pick<MailTemplate, "kind" | "locale">; subject: string; text: string };

function Preview({ params, subject, text }: PreviewProps) {
  const t = useTranslations("programPage.templates");
  const { desk } = useDesk();
  const [look, setLook] = useState<"html" | "text">("html");
  const body = { subject: useDebounced(subject), text: useDebounced(text) };
  const mail = useQuery({
    ...desk.mail_templates.preview.options({ params, body }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={t("preview")} description={t("previewHint")}>
      {mail.data ? (
        <div lang={params.locale} className="grid gap-3">
          <p className="font-semibold wrap-anywhere">{mail.data.subject}</p>
          <Tabs
            label={t("preview")}
            value={look}
            onValueChange={setLook}
            items={[
              { id: "html", label: "HTML", content: <MailFrame title={t("preview")} html={mail.data.html} /> },
              {
                id: "text",
                label: t("plain"),
                content: <p className="whitespace-pre-line wrap-anywhere">{mail.data.text}</p>,
              },
            ]}
          />
        </div>
      ) : (
        <Waiting of={mail} lines={8} />
      )}
    </Panel>
  );
}

/** No script runs in the frame, and no link leads out of it. The content policy would refuse styles that are written in it. */
function MailFrame({ title, html }: { title: string; html: string }) {
  const dress = (frame: HTMLIFrameElement | null) => {
    const page = frame?.contentDocument;
    if (!frame || !page?.body) return;
    for (const element of page.querySelectorAll<HTMLElement>("[data-style]")) {
      element.style.cssText = element.dataset.style ?? "";
    }
    frame.style.height = `${page.body.offsetHeight + 16}px`;
  };
  return (
    <iframe
      ref={dress}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html.replace(/ (style|href)="/g, ' data-$1="')}
      className="h-96 w-full rounded-md border border-line bg-white"
      onLoad={({ currentTarget }) => dress(currentTarget)}
    />
  );
}
