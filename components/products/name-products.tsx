"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { useFailureWords } from "@/components/failure";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { IntentLink } from "@/components/ui/intent-link";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { minorDigits } from "@/lib/decimal";
import { lookUpOf, type Products } from "./remembered-products";
import { useProducts } from "./use-products";

export default function NameProducts({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const t = useTranslations("products");
  const { has } = useDesk();
  const wanted = lookUpOf(ids).body.ids;
  const { products, known } = useProducts(wanted);
  // A portal keeps this form outside the surrounding form, because forms cannot be nested.
  return createPortal(
    <Dialog
      open
      onOpenChange={onClose}
      title={t("nameTitle")}
      description={t(wanted.length === 0 ? "nameNone" : has("checkout", "products", "list") ? "nameOwn" : "nameBody")}
    >
      {wanted.length > 0 && (known ? <Names {...{ ids: wanted, products, onClose }} /> : <TextSkeleton lines={4} />)}
    </Dialog>,
    document.body,
  );
}

type Entry = { name: string; price: number };

function Names({ ids, products, onClose }: { ids: string[]; products: Products; onClose: () => void }) {
  const t = useTranslations("products");
  const { base, desk, store } = useDesk();
  const failureWords = useFailureWords();
  const unit = 10 ** minorDigits(store.currency);
  const [before] = useState(() =>
    ids.map((id): Entry => {
      const { name = null, price = null } = products.get(id) ?? {};
      return { name: name ?? "", price: price === null ? Number.NaN : price / unit };
    }),
  );
  const [entries, setEntries] = useState(before);
  const put = useMutation(desk.remembered.put.mutation());
  const [failure, setFailure] = useState<string | null>(null);
  const change = (at: number, part: Partial<Entry>) =>
    setEntries((now) => now.map((entry, each) => (each === at ? { ...entry, ...part } : entry)));

  async function save() {
    setFailure(null);
    try {
      for (const [at, id] of ids.entries()) {
        const [entry, was] = [entries[at] as Entry, before[at] as Entry];
        const name = entry.name.trim();
        if (name === was.name && Object.is(entry.price, was.price)) continue;
        const price = Number.isFinite(entry.price) ? String(entry.price) : null;
        const body = { id, name: name || null, price, currency: price === null ? null : store.currency };
        await put.mutateAsync({ params: { kind: "product" }, body });
      }
      onClose();
    } catch (cause) {
      setFailure(failureWords(cause, (reason) => reason));
    }
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      {failure && <Banner tone="danger">{failure}</Banner>}
      {ids.map((id, at) => (
        <fieldset key={id} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <legend className="mb-1 font-mono text-sm wrap-anywhere text-muted">{id}</legend>
          <Field label={t("name")}>
            <Input
              value={entries[at]?.name ?? ""}
              maxLength={200}
              onChange={(event) => change(at, { name: event.target.value })}
            />
          </Field>
          <Field label={t("price")}>
            <DecimalInput
              value={entries[at]?.price ?? Number.NaN}
              onValueChange={(price) => change(at, { price })}
              prefix={store.currency}
            />
          </Field>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <IntentLink
          href={`${base}/upsells/products`}
          className="me-auto text-sm text-accent underline underline-offset-3"
        >
          {t("all")}
        </IntentLink>
        <Button onClick={onClose}>{t("cancel")}</Button>
        <Button variant="primary" type="submit" pending={put.isPending}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}
