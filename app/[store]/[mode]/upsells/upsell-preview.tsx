"use client";

import { Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { upsellPlacements } from "@/lib/contract/checkout/upsell-words";
import { type UpsellDraft, upsellDraft } from "@/lib/contract/checkout/upsells";
import { minorDigits } from "@/lib/format";
import { discountedMinor } from "./price";
import { offerSentence } from "./sentence";
import { useUpsellWords } from "./words";

// No endpoint tells prices; this one is marked as a sample wherever it shows.
const sampleMajor = 40;

/** What the shopper sees and what the offer says, both made from the very values that are sent. */
export function UpsellPreview({ offer: entered }: { offer: UpsellDraft }) {
  // A discount that cannot be saved is no discount: a price made from it would promise what validation refuses.
  const isDiscount = upsellDraft.shape.discount.safeParse(entered.discount).success;
  const offer = isDiscount ? entered : { ...entered, discount: { ...entered.discount, value: Number.NaN } };
  const t = useTranslations("upsells.preview");
  const sentence = useTranslations("upsells.sentence");
  const { format } = useDesk();
  const [device, setDevice] = useState<"phone" | "desktop">("phone");
  return (
    <Panel
      title={t("title")}
      actions={
        <Segmented
          label={t("device")}
          size="sm"
          iconOnly
          value={device}
          onValueChange={setDevice}
          options={[
            { value: "phone", label: t("phone"), icon: <Smartphone /> },
            { value: "desktop", label: t("desktop"), icon: <Monitor /> },
          ]}
        />
      }
      footer={
        <div data-testid="sentence">
          <h3 className="mb-1 text-sm font-medium text-muted">{sentence("label")}</h3>
          <p aria-live="polite" className="text-pretty">
            {offerSentence(offer, sentence, format, new Intl.ListFormat("en", { type: "disjunction" }))}
          </p>
        </div>
      }
    >
      <div className="grid min-h-56 place-items-center rounded-md bg-sunken p-4">
        <ShopperCard offer={offer} wide={device === "desktop"} />
      </div>
    </Panel>
  );
}

function ShopperCard({ offer, wide }: { offer: UpsellDraft; wide: boolean }) {
  const t = useTranslations("upsells.preview");
  const { format, store } = useDesk();
  const words = useUpsellWords();
  const unit = 10 ** minorDigits(store.currency);
  const before = sampleMajor * unit;
  const after = discountedMinor(before, offer.discount, store.currency);
  const placement = upsellPlacements.find((known) => known === offer.placement) ?? "other";
  const money = (minor: number) => format.money(minor / unit);
  return (
    <div
      data-testid="shopper-card"
      className={cn("w-full rounded-lg border border-line bg-surface p-4 text-start", wide ? "max-w-md" : "max-w-60")}
    >
      <p className="mb-3 text-sm text-muted">{t(`eyebrow.${placement}`)}</p>
      <div className={cn("gap-4", wide ? "flex items-start" : "grid")}>
        <div
          aria-hidden
          className={cn(
            "grid shrink-0 place-items-center rounded-md border border-line bg-accent-soft text-3xl font-semibold text-accent uppercase",
            wide ? "size-24" : "aspect-4/3 w-full",
          )}
        >
          {offer.product_id.replace(/^[a-z]+[_-]/i, "").slice(0, 1) || "?"}
        </div>
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="font-semibold wrap-anywhere">{offer.product_id || t("noProduct")}</p>
          <p className="flex flex-wrap items-baseline gap-x-2">
            {after === null ? (
              <>
                <strong className="text-lg">{money(before)}</strong>
                {Number.isFinite(offer.discount.value) && <span>{words.discount(offer.discount)}</span>}
              </>
            ) : (
              <>
                <s className="text-muted">{money(before)}</s>
                <strong className="text-lg">{after === 0 ? t("free") : money(after)}</strong>
              </>
            )}
            <span className="text-xs text-muted">({t("sample")})</span>
          </p>
          {after !== null && after < before && (
            <p className="text-sm text-success">{t("save", { value: money(before - after) })}</p>
          )}
          <div className={cn("mt-2 gap-2", wide ? "flex" : "grid")}>
            <span className="rounded-md bg-accent px-3 py-1.5 text-center font-medium text-on-accent">
              {t("accept")}
            </span>
            <span className="px-3 py-1.5 text-center text-muted">{t("decline")}</span>
          </div>
        </div>
      </div>
    </div>
  );
}
