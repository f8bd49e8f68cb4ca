"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { messageAt } from "@/components/forms/form-field";
import { useLines } from "@/components/forms/use-lines";
import { ProductField } from "@/components/products/product-field";
import type { Products } from "@/components/products/remembered-products";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import type { BundleForm } from "@/lib/contract/checkout/bundle-draft";

type Component = BundleForm["products"][number];
type Props = {
  value: readonly Component[];
  onValueChange: (value: Component[]) => void;
  onBlur: () => void;
  errors: object;
  products: Products;
};

export function ComponentFields({ value, onValueChange, onBlur, errors, products }: Props) {
  const t = useTranslations("bundles.form");
  const { list, focusLine } = useLines<HTMLUListElement>();
  const change = (at: number, part: Partial<Component>) =>
    onValueChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)));

  const add = () => {
    onValueChange([...value, { product_id: "", quantity: 1 }]);
    focusLine(value.length);
  };
  const remove = (at: number) => {
    onValueChange(value.filter((_, index) => index !== at));
    announce(t("productRemoved", { n: at + 1 }));
    focusLine(Math.min(at, value.length - 2));
  };

  return (
    <div className="grid gap-3">
      <ul ref={list} className="grid gap-3 sm:gap-0.5">
        {value.map((component, at) => {
          // The label is visible once above all lines; screen readers read it in each line.
          const label = (short: string, name: string) => (
            <>
              <span aria-hidden className={at > 0 ? "sm:hidden" : undefined}>
                {short}
              </span>
              <span className="sr-only">{name}</span>
            </>
          );
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and show what they are given.
              key={at}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-2 sm:items-start sm:grid-cols-[minmax(0,1fr)_7rem_auto]"
            >
              <Field
                name={`products.${at}.product_id`}
                className="max-sm:col-span-2"
                label={label(t("product"), t("productName", { n: at + 1 }))}
                error={messageAt(errors, `products.${at}.product_id`)}
              >
                <ProductField
                  value={component.product_id}
                  onValueChange={(product_id) => change(at, { product_id })}
                  onBlur={onBlur}
                  products={products}
                />
              </Field>
              <Field
                name={`products.${at}.quantity`}
                label={label(t("quantity"), t("quantityName", { n: at + 1 }))}
                error={messageAt(errors, `products.${at}.quantity`)}
              >
                <DecimalInput
                  inputMode="numeric"
                  value={component.quantity}
                  onValueChange={(quantity) => change(at, { quantity })}
                  onBlur={onBlur}
                />
              </Field>
              <IconButton
                className={at === 0 ? "sm:mt-6.5" : "sm:mt-1.5"}
                label={t("removeProduct", { n: at + 1 })}
                icon={<X aria-hidden />}
                onClick={() => remove(at)}
              />
            </li>
          );
        })}
      </ul>
      <Button size="sm" icon={<Plus aria-hidden />} className="w-fit" onClick={add}>
        {t("addProduct")}
      </Button>
    </div>
  );
}
