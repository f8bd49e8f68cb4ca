import type { BundleForm } from "@/lib/contract/checkout/bundle-draft";
import type { Bundle } from "@/lib/contract/checkout/bundles";

/** Returns a body that would create the bundle again. An unreported quantity must be entered by a person. */
export function toDraft(bundle: Bundle): BundleForm {
  return {
    name: bundle.name ?? "",
    type: bundle.type ?? "fixed",
    products: (bundle.products ?? []).map(({ product_id = "", quantity = Number.NaN }) => ({ product_id, quantity })),
    pricing: { type: bundle.pricing?.type ?? "percentage_off", value: bundle.pricing?.value ?? Number.NaN },
    status: bundle.status ?? "draft",
  };
}

export const emptyDraft: BundleForm = {
  name: "",
  type: "fixed",
  products: [{ product_id: "", quantity: 1 }],
  pricing: { type: "percentage_off", value: Number.NaN },
  status: "draft",
};

export function toCopy(bundle: Bundle, name: string): BundleForm {
  return { ...toDraft(bundle), name: name.slice(0, 120), status: "draft" };
}
