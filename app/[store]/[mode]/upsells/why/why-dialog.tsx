"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useCodeOptions } from "@/components/audience/use-code-options";
import { FormDialog } from "@/components/forms/form-dialog";
import { ProductsField } from "@/components/products/product-field";
import { useProducts } from "@/components/products/use-products";
import { QueryError } from "@/components/query-error";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { devices } from "@/lib/contract/checkout/audience-words";
import type { Explanation } from "@/lib/contract/checkout/shop";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { listed } from "../../experiments/reads";
import { useUpsellWords } from "../words";

/** `known` is asked about at once, and is the shopper `of` an order. */
export type WhyProps = {
  upsell: Pick<Upsell, "id" | "recommendation"> & { name: string };
  known?: Partial<typeof nobody>;
  of?: string;
  onClose: () => void;
};

const nobody = {
  cart: [] as string[],
  placement: "",
  country: "",
  language: "",
  device: "",
  visitor_id: "",
  campaign: "",
  affiliate: "",
};

/** Asks whether a shopper sees the offer, and why not. */
export default function WhyDialog({ upsell, known, of, onClose }: WhyProps) {
  const t = useTranslations("upsellWhy");
  const { checkout } = useDesk();
  const words = useUpsellWords();
  const [shopper, setShopper] = useState({ ...nobody, ...known });
  const { products, doubt } = useProducts(shopper.cart);
  const [asked, ask] = useState<typeof nobody | null>(known ? shopper : null);
  const { cart, ...others } = asked ?? nobody;
  const told = Object.fromEntries(Object.entries({ ...others, cart: cart.join() }).filter(([, value]) => value !== ""));
  const explanation = useQuery({
    ...checkout.shop.explain.options({ query: { ...told, upsell_id: upsell.id } }),
    enabled: asked !== null,
    // The offer or the visitor may have changed a moment ago.
    staleTime: 0,
    gcTime: 0,
  });
  /** An answer is about the shopper it was asked for. */
  const set = (change: Partial<typeof nobody>) => {
    setShopper({ ...shopper, ...change });
    ask(null);
  };
  const { countries, languages } = useCodeOptions();
  const select = (of: "country" | "language" | "device", choices: { value: string; label: string }[]) => (
    <Field label={t(of)}>
      <Select
        value={shopper[of]}
        onChange={({ target }) => set({ [of]: target.value })}
        placeholder={t("unknown")}
        options={choices}
      />
    </Field>
  );
  const text = (of: "visitor_id" | "campaign", label: ReactNode, description?: ReactNode) => (
    <Field label={label} description={description} optional>
      <Input value={shopper[of]} onChange={({ target }) => set({ [of]: target.value })} autoComplete="off" />
    </Field>
  );
  return (
    <FormDialog
      title={t("title", { name: upsell.name })}
      description={of === undefined ? t("body") : t("ofOrder", { order: of })}
      submit={t("ask")}
      asksOnly
      pending={explanation.isFetching}
      onClose={onClose}
      form={{
        onSubmit(event) {
          event.preventDefault();
          ask(shopper);
        },
      }}
    >
      <Field label={t("cart")}>
        <ProductsField value={shopper.cart} onValueChange={(cart) => set({ cart })} products={products} doubt={doubt} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t("placement")}>
          <Combobox
            value={shopper.placement}
            onValueChange={(placement) => set({ placement })}
            freeText
            placeholder={t("anyPlacement")}
            options={words.placements}
          />
        </Field>
        {select(
          "device",
          devices.map((value) => ({ value, label: t(`devices.${value}`) })),
        )}
        {select("country", countries)}
        {select("language", languages)}
      </div>
      {text("visitor_id", t("visitor"), t("visitorHint"))}
      {text("campaign", t("campaign"))}
      <Checkbox
        checked={shopper.affiliate !== ""}
        onChange={({ target }) => set({ affiliate: target.checked ? "1" : "" })}
        label={t("affiliate")}
      />
      {asked && explanation.error && <QueryError error={explanation.error} onRetry={() => explanation.refetch()} />}
      <div role="status">{asked && explanation.data && <Answer upsell={upsell} answer={explanation.data} />}</div>
    </FormDialog>
  );
}

function Answer({ upsell, answer }: Pick<WhyProps, "upsell"> & { answer: Explanation }) {
  const t = useTranslations("upsellWhy");
  const desk = useDesk();
  const { format } = desk;
  const words = useRecommendedWords(answer);
  const experiments = useQuery({ ...listed(desk), enabled: answer.applied.length > 0 }).data?.data ?? [];
  const own = answer.offers.find(({ id }) => id === upsell.id);
  const { stopped_by: reason = null, after = [] } = own ?? {};
  const others = answer.offers.filter(({ id, stopped_by }) => stopped_by === null && id !== upsell.id);
  const Icon = reason === null ? Check : CircleOff;
  const more = [
    upsell.recommendation?.kind && own ? words(own) : "",
    ...answer.applied.map(({ experiment_id: id, variant }) =>
      t("applied", { name: experiments.find((one) => one.id === id)?.name ?? id, variant }),
    ),
    answer.held_out ? t("heldOut") : "",
  ];
  return (
    <div
      ref={(answer) => answer?.scrollIntoView({ block: "nearest" })}
      className="flex items-start gap-3 rounded-lg border border-line p-4"
      data-testid="why"
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", reason === null ? "text-success" : "text-muted")} />
      <div className="grid gap-1 text-pretty">
        <p className="font-semibold">{t(reason === null ? "shown" : "notShown")}</p>
        {reason !== null && (
          <p>
            {format.join([
              t(`reasons.${reason}`, {
                count: answer.most_offers,
                after: after.length > 0 ? "yes" : "no",
                offers: format.list(after),
              }),
              others.length > 0
                ? t(reason === "follows" ? "first" : "others", { offers: format.list(others.map(({ name }) => name)) })
                : t("nothing"),
            ])}
          </p>
        )}
        {more.filter(Boolean).map((line) => (
          <p key={line} className="text-muted">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

type Explained = Explanation["offers"][number];
/** It depends on the product of the offer. */
const ofProduct = ["in_cart", "owned", "withheld", "sold_out"];

/** Which product is offered, and why. */
function useRecommendedWords({ offers }: Explanation) {
  const t = useTranslations("upsellWhy.recommended");
  const { products } = useProducts(offers.flatMap((one) => [one.product_id ?? "", one.recommended?.with ?? ""]));
  const nameOf = (id = "") => products.get(id)?.name ?? id;
  return ({ stopped_by: reason, product_id, recommended }: Explained): string => {
    if (reason !== null) return ofProduct.includes(reason) ? t("none") : "";
    const product = nameOf(product_id ?? "");
    if (!recommended) return t("fallback", { product });
    const { kind, with: one, category = "", together = 0, orders = 0, units = 0 } = recommended;
    return t(kind, { product, with: nameOf(one), category, together, orders, units });
  };
}
