"use client";

import { Monitor, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import type { Products } from "@/components/products/remembered-products";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { sceneOf, upsellSentence } from "./scene";
import { ShopperScene, steps } from "./shopper-scene";

const look = {
  device: parseAsStringLiteral(["phone", "desktop"] as const).withDefault("phone"),
  step: parseAsStringLiteral(steps).withDefault("offer"),
};

export function UpsellPreview({ upsell, products }: { upsell: UpsellDraft; products: Products }) {
  const t = useTranslations("upsells.preview");
  const sentence = useTranslations("upsells.sentence");
  const { format, store } = useDesk();
  const [{ device, step }, setLook] = useQueryStates(look);
  return (
    <Panel
      title={t("title")}
      actions={
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
      }
      footer={
        <div data-testid="sentence">
          <h3 className="mb-1 text-sm font-medium text-muted">{sentence("label")}</h3>
          <p aria-live="polite" className="text-pretty wrap-anywhere">
            {upsellSentence(upsell, {
              t: sentence,
              format,
              list: format.choice,
              nameOf: (id) => products.get(id)?.name ?? id,
            })}
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
            discount={upsell.discount}
            wide={device === "desktop"}
            step={step}
            onStep={(step) => setLook({ step })}
          />
        </div>
      </div>
    </Panel>
  );
}
