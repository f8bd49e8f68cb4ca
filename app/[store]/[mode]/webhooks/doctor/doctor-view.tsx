"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { CodeBlock } from "@/components/code-block";
import { Help } from "@/components/help/help";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";
import { signatureHeader } from "@/lib/contract/event-words";
import { ownEvent } from "../filters";
import { WebhookScreen } from "../webhook-screen";
import { type Diagnosis, diagnose, type Pasted } from "./diagnose";
import { files, type Language, languages, snippet } from "./snippets";

const sample = {
  body: '{"id":"evt_sample","type":"order.edited","created_at":"2026-01-15T09:30:00.000Z","data":{"order_id":"ord_sample"}}',
  header: "",
};

export function DoctorView() {
  const t = useTranslations("webhooks.doctor");
  const { checkout, can } = useDesk();
  const [{ endpoint, delivery: id }] = useQueryStates(ownEvent);
  const mayRead = can("checkout", "webhooks", "delivery");
  const enabled = endpoint !== "" && id !== "" && mayRead;
  const delivery = useQuery({
    ...checkout.webhooks.delivery.options({ params: { id: endpoint, delivery: id } }),
    enabled,
  });
  const headers = delivery.data?.history?.at(-1)?.request_headers ?? {};
  const signature = headers[signatureHeader];
  const initial =
    delivery.data?.request_body === undefined
      ? { ...sample, own: false }
      : { body: delivery.data.request_body, header: typeof signature === "string" ? signature : "", own: true };
  return (
    <WebhookScreen>
      {enabled && delivery.isPending ? (
        <Panel title={t("title")}>
          <TextSkeleton lines={8} />
        </Panel>
      ) : (
        <DoctorForm key={id} initial={initial} />
      )}
    </WebhookScreen>
  );
}

/** Nothing that is pasted leaves this page: it is not sent, stored or put into an address. */
function DoctorForm({ initial }: { initial: { body: string; header: string; own: boolean } }) {
  const t = useTranslations("webhooks.doctor");
  const { own, ...event } = initial;
  const [pasted, setPasted] = useState({ ...event, secret: "", other: "" });
  const [found, setFound] = useState<Diagnosis | "cannot" | null>(null);
  const control = (name: keyof typeof pasted, className = "") => ({
    className: `font-mono text-sm ${className}`,
    spellCheck: false,
    autoComplete: "off",
    value: pasted[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setPasted({ ...pasted, [name]: target.value });
      setFound(null);
    },
  });
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Panel title={t("title")} aside={<Help of="signature" label={t("title")} />} description={t("about")}>
        <form
          className="grid gap-4"
          autoComplete="off"
          onSubmit={async (event) => {
            event.preventDefault();
            // Browsers offer no Web Crypto on plain-http pages from another machine.
            setFound(crypto.subtle ? await diagnose(pasted) : "cannot");
          }}
        >
          {own && (
            <Banner tone="info" live={false}>
              {t("own")}
            </Banner>
          )}
          <Field label={t("body")} description={t("bodyHint")}>
            <Textarea rows={6} {...control("body", "max-h-80")} />
          </Field>
          <Field label={t("header")} description={t("headerHint")}>
            <Input {...control("header")} />
          </Field>
          <Field label={t("secret")} description={t("secretHint")}>
            <Input {...control("secret")} />
          </Field>
          <Field label={t("other")} optional description={t("otherHint")}>
            <Input {...control("other")} />
          </Field>
          <div>
            <Button variant="primary" type="submit">
              {t("action")}
            </Button>
          </div>
          <div aria-live="polite" className="empty:-mt-4">
            {found === "cannot" ? (
              <Banner tone="warning" live={false} title={t("cannot")}>
                {t("cannotAbout")}
              </Banner>
            ) : (
              found && <Outcome of={found} own={own && pasted.body === initial.body} />
            )}
          </div>
        </form>
      </Panel>
      <Snippets body={pasted.body} header={pasted.header} own={own} />
    </div>
  );
}

/** For the merchant's own event the body is the signed one, so an unexplained mismatch means a wrong secret. */
function Outcome({ of: { valid, causes, expected }, own }: { of: Diagnosis; own: boolean }) {
  const t = useTranslations("webhooks.doctor");
  const shown = causes.map((cause) => (cause === "unknown" && own ? ("secret_other" as const) : cause));
  if (valid) {
    return (
      <Banner tone="success" live={false} title={t("valid")}>
        {t("validAbout")}
      </Banner>
    );
  }
  return (
    <Banner tone="danger" live={false} title={t("invalid")}>
      <ul className="grid list-disc gap-2 ps-4">
        {shown.map((cause) => (
          <li key={cause}>
            <strong className="font-medium">{t(`causes.${cause}.title`)}</strong> {t(`causes.${cause}.remedy`)}
          </li>
        ))}
      </ul>
      {expected && (
        <p className="mt-2 text-sm">
          {t("expected")} <code className="wrap-anywhere">{expected}</code>{" "}
          <CopyButton text={expected} label={t("expectedLabel")} />
        </p>
      )}
    </Banner>
  );
}

/** Each program verifies the pasted event; receivers can copy its function. */
function Snippets({ body, header, own }: Pick<Pasted, "body" | "header"> & { own: boolean }) {
  const t = useTranslations("webhooks.snippets");
  const [language, setLanguage] = useState<Language>("node");
  return (
    <Panel title={t("title")} description={t(own ? "ofOwn" : "ofPasted")}>
      <Tabs<Language>
        label={t("languages")}
        value={language}
        onValueChange={setLanguage}
        items={languages.map((id) => {
          const text = snippet(id, { body, header });
          return {
            id,
            label: files[id].language,
            content: (
              <div className="grid gap-2">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <code className="text-sm wrap-anywhere">SIGNING_SECRET=whsec_… {files[id].run}</code>
                  <CopyButton text={text} label={files[id].name} wide />
                </div>
                <CodeBlock text={text} className="max-h-120" />
              </div>
            ),
          };
        })}
      />
    </Panel>
  );
}
