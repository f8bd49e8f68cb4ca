"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Look } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { TextLink } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { mostSteps, nextFields } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useUpsellWords } from "../words";
import { stepOf } from "./reads";

/** The chain as it would be if the form were saved. */
export function ChainTree({ of }: { of: UpsellDraft }) {
  const t = useTranslations("upsellChain");
  return (
    <ul aria-label={t("tree")} data-testid="chain" className="text-sm">
      <li>
        <span className="font-medium wrap-anywhere">{of.name || t("this")}</span>
        <Answers of={of} left={mostSteps - 1} />
      </li>
    </ul>
  );
}

const looks = {
  next_accepted: { icon: Check, tone: "text-success" },
  next_declined: { icon: X, tone: "text-muted" },
} as const;

function Answers({ of, left }: { of: Pick<Upsell, (typeof nextFields)[number]>; left: number }) {
  const t = useTranslations("upsellChain");
  const fields = left > 0 ? nextFields.filter((field) => of[field]) : [];
  if (fields.length === 0) return null;
  return (
    <ul className="ms-2 border-s border-line">
      {fields.map((field) => {
        const { icon: Icon, tone } = looks[field];
        return (
          <li key={field} className="relative ps-5 pt-2">
            <span aria-hidden className="absolute start-0 top-5 w-4 border-t border-line" />
            <Icon aria-hidden className={cn("me-1 inline size-4 align-text-bottom", tone)} />
            <span className="text-muted">{t(field)}</span> <Offer id={of[field] ?? ""} left={left} />
          </li>
        );
      })}
    </ul>
  );
}

function Offer({ id, left }: { id: string; left: number }) {
  const t = useTranslations("upsellChain");
  const desk = useDesk();
  const words = useUpsellWords();
  const { data: offer, error } = useQuery(stepOf(desk, id));
  if (!offer) return <span className="text-muted wrap-anywhere">{error ? t("missing", { id }) : id}</span>;
  const { name = id, status = "active" } = offer;
  return (
    <>
      <TextLink href={`${desk.base}/upsells/${encodeURIComponent(id)}`}>{name}</TextLink>{" "}
      {status !== "active" && <Look {...words.status(status)} className="ms-1" />}
      <Answers of={offer} left={left - 1} />
    </>
  );
}
