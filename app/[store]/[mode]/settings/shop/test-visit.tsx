"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { shopContact } from "@/components/shop-reads";
import { Status, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useDesk } from "@/lib/api/desk";
import { request } from "@/lib/api/send";
import { ApiError, sentenceOf } from "@/lib/contract/errors";
import type { IngestOutcome } from "@/lib/contract/storefront";
import { said } from "@/lib/i18n/translate-errors";

type State = "running" | "done" | "failed" | "skipped";
type Hop = { label: string; state: State; text?: string; ms?: number };

const tones: Record<State, Tone> = { running: "info", done: "success", failed: "danger", skipped: "neutral" };
const mostLooks = 8;
const minuteMs = 60_000;

type Props = { api: string; publishableKey: string; onClose: () => void };

/** The browser calls the storefront API just as a page of the shop would. */
export default function TestVisit({ api, publishableKey, onClose }: Props) {
  const t = useTranslations("shop.testVisit");
  const [running, setRunning] = useState(false);
  const { hops, visit } = useVisit(api);

  async function send() {
    setRunning(true);
    await visit(publishableKey);
    setRunning(false);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("about")}
      footer={
        <>
          <Button onClick={onClose}>{t("close")}</Button>
          <Button variant="primary" pending={running} onClick={send}>
            {t(hops.length > 0 ? "again" : "send")}
          </Button>
        </>
      }
    >
      <ol aria-label={t("hops")} aria-live="polite" className="grid list-decimal gap-3 ps-5">
        {hops.map(({ label, state, text, ms }) => (
          <li key={label} className="wrap-anywhere">
            <span className="flex items-baseline justify-between gap-x-3">
              <span className="font-medium">{label}</span>
              <span className="text-sm whitespace-nowrap">
                <Status tone={tones[state]} hollow={state !== "done"}>
                  {t(state)}
                </Status>{" "}
                {ms !== undefined && <span className="text-muted">{t("took", { count: ms })}</span>}
              </span>
            </span>
            {text && <span className="block text-sm text-pretty text-muted">{text}</span>}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

type Offers = { offers: { id: string; product_id: string; product: { title: string } | null }[] };

function useVisit(api: string) {
  const t = useTranslations("shop.testVisit");
  const desk = useDesk();
  const client = useQueryClient();
  const adviceOn = useAdvice();
  const [hops, setHops] = useState<Hop[]>([]);
  const note = (hop: Hop) => setHops((all) => [...all.filter(({ label }) => label !== hop.label), hop]);

  /** Returns null after a failure. */
  async function take<T>(label: string, act: () => Promise<T>, say: (result: T) => string): Promise<T | null> {
    const began = performance.now();
    const ended = () => ({ label, ms: Math.round(performance.now() - began) });
    note({ label, state: "running" });
    try {
      const result = await act();
      note({ ...ended(), state: "done", text: say(result) });
      return result;
    } catch (cause) {
      note({ ...ended(), state: "failed", text: adviceOn(cause) });
      return null;
    }
  }

  async function visit(key: string): Promise<void> {
    setHops([]);
    const visitor_id = `test_${Math.random().toString(36).slice(2)}`;
    const search = `key=${encodeURIComponent(key)}`;
    const report = async (event: object) => {
      const whole = {
        id: `${visitor_id}_${Math.random()}`,
        occurred_at: new Date().toISOString(),
        visitor_id,
        ...event,
      };
      const body = JSON.stringify({ events: [whole] });
      const sent = (await request(`${api}/events?${search}`, { method: "POST", body })) as { data: IngestOutcome[] };
      const { status, errors: [error] = [] } = sent.data[0] ?? {};
      if (status === "ignored") throw new ApiError(200, "ignored", t("bot"));
      if (error) {
        const reason = sentenceOf(error);
        throw new ApiError(400, "rejected", said(reason.message, reason));
      }
    };
    const find = async () => {
      for (let look = 1; ; look++) {
        const found = await client.fetchQuery({ ...shopContact(desk), staleTime: 0 });
        const { events_sent_at: at, as_of } = found;
        // The service notes the time once a minute.
        if (at && Date.parse(as_of) - Date.parse(at) <= minuteMs) return found;
        if (look === mostLooks) throw new ApiError(200, "not_found", t("notFound"));
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    };
    const accepted = () => t("accepted");

    const asked = await take(
      t("offers"),
      () => request(`${api}/offers?${search}&visitor_id=${visitor_id}`) as Promise<Offers>,
      ({ offers }) => t("gotOffers", { count: offers.length }),
    );
    if (!asked) return;
    if ((await take(t("visit"), () => report({ type: "visit" }), accepted)) === null) return;
    const [offer] = asked.offers;
    if (offer) {
      const shown = { type: "offer.shown", upsell_id: offer.id };
      if (
        (await take(t("shown", { name: offer.product?.title ?? offer.product_id }), () => report(shown), accepted)) ===
        null
      )
        return;
    } else note({ label: t("shownNone"), state: "skipped", text: t("noOffer") });
    await take(t("found"), find, ({ events_sent_at: at, as_of }) =>
      t("foundAt", { ago: desk.format.ago(at ?? as_of, as_of) }),
    );
  }

  return { hops, visit };
}

function useAdvice() {
  const t = useTranslations("shop.testVisit.advice");
  const { format } = useDesk();
  return (cause: unknown): string => {
    if (!(cause instanceof ApiError)) return String(cause);
    const { status, code, message } = cause;
    const advice =
      status === 0
        ? t("unreachable")
        : status === 401
          ? t("key")
          : code === "origin_not_allowed"
            ? t("origin", { origin: window.location.origin })
            : status === 403
              ? t("scope")
              : "";
    return format.join([message, advice]);
  };
}
