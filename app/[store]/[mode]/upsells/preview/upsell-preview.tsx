"use client";

import { Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { LanguageSelect } from "@/components/offer-texts/language-select";
import type { FoundProducts } from "@/components/products/use-products";
import { cn } from "@/components/ui/cn";
import { Panel } from "@/components/ui/panel";
import { Picture } from "@/components/ui/picture";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { OfferTexts } from "@/lib/contract/checkout/offer-text-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { minorDigits } from "@/lib/decimal";
import { createFormat } from "@/lib/format";
import { builtInLanguages, titleIn, wordsFor, wordsIn } from "@/lib/shopper-words";
import { useConditionWords } from "../conditions/use-condition-words";
import { useUpsellWords } from "../words";
import { type CartLine, type Scene, sceneOf, timesOf, upsellSentence } from "./scene";
import { steps, useLook } from "./use-look";

type Step = (typeof steps)[number];

/** `general` is what offers say for which nothing else is written. */
type PreviewProps = { upsell: UpsellDraft; general: OfferTexts } & Pick<FoundProducts, "products" | "doubt">;

export function UpsellPreview({ upsell, general, products, doubt }: PreviewProps) {
  const t = useTranslations("upsells.preview");
  const sentence = useTranslations("upsells.sentence");
  const { format, store } = useDesk();
  const conditions = useConditionWords();
  const [{ device, step, language }, setLook] = useLook();
  return (
    <Panel
      title={t("title")}
      actions={
        <>
          <LanguageSelect
            aria-label={t("language")}
            size="sm"
            className="max-w-36"
            value={language}
            onValueChange={(language) => setLook({ language })}
            written={[...new Set([...Object.keys({ ...upsell.texts, ...general }), ...builtInLanguages])]}
          />
          <Segmented
            label={t("device")}
            size="sm"
            iconOnly
            value={device}
            onValueChange={(device) => setLook({ device })}
            options={[
              { value: "phone", label: t("phone"), icon: <Smartphone /> },
              { value: "desktop", label: t("desktop"), icon: <Monitor /> },
            ]}
          />
        </>
      }
      footer={
        <div data-testid="sentence">
          <h3 className="mb-1 text-sm font-medium text-muted">{sentence("label")}</h3>
          <p aria-live="polite" className="text-pretty wrap-anywhere">
            {format.join([
              upsellSentence(upsell, {
                t: sentence,
                format,
                list: format.choice,
                nameOf: (id) => products.get(id)?.name ?? id,
              }),
              conditions.all(upsell, products),
            ])}
          </p>
        </div>
      }
    >
      <div className="grid justify-items-center gap-3 rounded-md bg-sunken p-3">
        <Segmented
          label={t("path")}
          size="sm"
          value={step}
          onValueChange={(step) => setLook({ step })}
          options={steps.map((value) => ({ value, label: t(`steps.${value}`) }))}
        />
        <div className="grid min-h-64 w-full place-items-center">
          <ShopperScene
            scene={sceneOf(upsell, products, store.currency)}
            upsell={upsell}
            general={general}
            language={language}
            doubt={doubt(upsell.product_id)}
            wide={device === "desktop"}
            step={step}
            leads={step !== "offer" && !!upsell[`next_${step}`]}
            onStep={(step) => setLook({ step })}
          />
        </div>
      </div>
    </Panel>
  );
}

type Props = Pick<PreviewProps, "upsell" | "general"> & {
  scene: Scene;
  language: string;
  doubt: string | undefined;
  wide: boolean;
  step: Step;
  /** True if another offer follows this answer. */
  leads: boolean;
  onStep: (step: Step) => void;
};

function ShopperScene({ scene, step, leads, ...props }: Props) {
  const { wide, onStep } = props;
  const t = useTranslations("upsells.preview");
  return (
    <div
      data-testid="shopper-card"
      className={cn("w-full rounded-lg border border-line bg-surface p-4 text-start", wide ? "max-w-md" : "max-w-60")}
    >
      {step === "offer" ? (
        <OfferCard scene={scene} {...props} />
      ) : (
        <>
          <p className="mb-3 text-sm text-muted text-pretty">{t(`${step}.${leads ? "next" : scene.placement}`)}</p>
          <OrderLines scene={scene} accepted={step === "accepted"} />
          <button
            type="button"
            className="mt-3 min-h-6 text-sm text-muted underline underline-offset-3 hover:text-ink"
            onClick={() => onStep("offer")}
          >
            {t("back")}
          </button>
        </>
      )}
    </div>
  );
}

/** In the shopper's language, as the shop's script shows it. */
function OfferCard({ scene, upsell, general, language: page, doubt, wide, onStep }: Omit<Props, "step" | "leads">) {
  const t = useTranslations("upsells.preview");
  const words = useUpsellWords();
  const { product, pieces, after, saved } = scene;
  const { discount, texts } = upsell;
  const given = wordsFor(page, general);
  const {
    headline = titleIn(given.words, scene.placement),
    language,
    ...own
  } = {
    language: given.language,
    ...wordsIn(texts ?? {}, page),
  };
  const say = { ...given.words, ...own };
  const money = useMinorMoney(language);
  return (
    <div lang={language} dir="auto">
      <p className="mb-3 text-sm text-muted wrap-anywhere">{headline}</p>
      <div className={cn("gap-4", wide ? "flex items-start" : "grid")}>
        <Picture
          src={upsell.image_url || product.picture}
          className={cn("border border-line", wide ? "size-24" : "h-24 w-full")}
        />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="font-semibold wrap-anywhere">
            {timesOf(pieces)}
            {product.name || t("noProduct")}
          </p>
          {say.text && <p className="text-sm text-pretty wrap-anywhere">{say.text}</p>}
          {doubt && <p className="text-sm text-warning">{doubt}</p>}
          <p className="flex flex-wrap items-baseline gap-x-2">
            {after === null ? (
              <>
                <strong className="text-lg">{money(product.price)}</strong>
                {Number.isFinite(discount.value) && <span>{words.discount(discount)}</span>}
              </>
            ) : (
              <>
                <s className="text-muted">{money(product.price)}</s>
                <strong className="text-lg">{after === 0 ? say.free : money(after)}</strong>
              </>
            )}
            {product.sample && <Sample />}
          </p>
          {saved > 0 && <p className="text-sm text-success">{say.save.replace("%", () => money(saved))}</p>}
          <div className={cn("mt-2 gap-2", wide ? "flex" : "grid")}>
            <button
              type="button"
              className="min-h-8 rounded-md bg-accent px-3 py-1.5 text-center font-medium text-on-accent"
              onClick={() => onStep("accepted")}
            >
              {say.accept}
            </button>
            <button
              type="button"
              className="min-h-8 px-3 py-1.5 text-center text-muted hover:text-ink"
              onClick={() => onStep("declined")}
            >
              {say.decline}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}

function OrderLines({ scene, accepted }: { scene: Scene; accepted: boolean }) {
  const t = useTranslations("upsells.preview");
  const money = useMinorMoney();
  const { cart, product, pieces, after, totals } = scene;
  const added = { ...product, name: `${timesOf({ ...pieces, most: pieces.least })}${product.name}` };
  return (
    <dl className="grid gap-1.5 text-sm">
      {cart ? (
        <OrderLine line={cart}>{money(cart.price)}</OrderLine>
      ) : (
        <p className="text-muted">{t("nothingInCart")}</p>
      )}
      {accepted && <OrderLine line={added}>{after === 0 ? t("free") : money(after ?? product.price)}</OrderLine>}
      {cart && (
        <div className="flex justify-between gap-3 border-t border-line pt-1.5 font-semibold">
          <dt>{t("total")}</dt>
          <dd>{money(accepted ? totals.accepted : totals.declined)}</dd>
        </div>
      )}
    </dl>
  );
}

function OrderLine({ line, children }: { line: CartLine; children: ReactNode }) {
  const t = useTranslations("upsells.preview");
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0 wrap-anywhere">{line.name || t("noProduct")}</dt>
      <dd className="text-end">
        {children} {line.sample && <Sample />}
      </dd>
    </div>
  );
}

function Sample() {
  const t = useTranslations("upsells.preview");
  return <span className="text-xs whitespace-nowrap text-muted">({t("sample")})</span>;
}

/** As the desk writes it, or a shop in this language. */
function useMinorMoney(language?: string): (minor: number) => string {
  const { format, store } = useDesk();
  const shown = useMemo(
    () => (language ? createFormat({ ...store, locale: language }) : format),
    [language, store, format],
  );
  const unit = 10 ** minorDigits(store.currency);
  return (minor) => shown.money(minor / unit);
}
