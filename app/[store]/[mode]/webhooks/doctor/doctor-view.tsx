"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Help } from "@/components/help/help";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { signatureHeader } from "@/lib/contract/event-words";
import { ownEvent } from "../filters";
import { WebhookScreen } from "../webhook-screen";
import { type Diagnosis, diagnose } from "./diagnose";
import { Snippets } from "./snippets-panel";

const sample = {
  body: '{"id":"evt_sample","type":"order.edited","created_at":"2026-01-15T09:30:00.000Z","data":{"order_id":"ord_sample"}}',
  header: "",
};

export function DoctorView() {
  const t = useTranslations("webhooks.doctor");
  const { checkout, can, extensions } = useDesk();
  const [{ endpoint, delivery: id }] = useQueryStates(ownEvent);
  const enabled = endpoint !== "" && id !== "" && extensions.checkout && can("checkout", "webhooks", "delivery");
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

type Props = { initial: { body: string; header: string; own: boolean } };

/** Nothing that is pasted leaves this page: it is not sent, stored or put into an address. */
function DoctorForm({ initial }: Props) {
  const t = useTranslations("webhooks.doctor");
  const [body, setBody] = useState(initial.body);
  const [header, setHeader] = useState(initial.header);
  const [secret, setSecret] = useState("");
  const [other, setOther] = useState("");
  const [found, setFound] = useState<Diagnosis | "cannot" | null>(null);
  const changed = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value);
    setFound(null);
  };
  const mono = "font-mono text-sm";
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <Panel title={t("title")} aside={<Help of="signature" label={t("title")} />} description={t("about")}>
        <form
          className="grid gap-4"
          autoComplete="off"
          onSubmit={async (event) => {
            event.preventDefault();
            // Browsers offer no Web Crypto on plain-http pages from another machine.
            setFound(crypto.subtle ? await diagnose({ body, header, secret, other }) : "cannot");
          }}
        >
          {initial.own && (
            <Banner tone="info" live={false}>
              {t("own")}
            </Banner>
          )}
          <Field label={t("body")} description={t("bodyHint")}>
            <Textarea
              className={`${mono} max-h-80`}
              rows={6}
              spellCheck={false}
              value={body}
              onChange={changed(setBody)}
            />
          </Field>
          <Field label={t("header")} description={t("headerHint")}>
            <Input className={mono} spellCheck={false} value={header} onChange={changed(setHeader)} />
          </Field>
          <Field label={t("secret")} description={t("secretHint")}>
            <Input
              className={mono}
              spellCheck={false}
              autoComplete="off"
              value={secret}
              onChange={changed(setSecret)}
            />
          </Field>
          <Field label={t("other")} optional description={t("otherHint")}>
            <Input className={mono} spellCheck={false} autoComplete="off" value={other} onChange={changed(setOther)} />
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
              found && <Outcome of={found} own={initial.own && body === initial.body} />
            )}
          </div>
        </form>
      </Panel>
      <Snippets body={body} header={header} own={initial.own} />
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
