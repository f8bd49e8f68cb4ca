import { useTranslations } from "next-intl";
import type { Products } from "@/components/products/remembered-products";
import { useDesk } from "@/lib/api/desk";
import type { Audience } from "@/lib/contract/checkout/audience";

/** Who is meant, as parts of a sentence: `visitors` and `device` for a choice of words, and what must be true. */
export function useAudienceWords() {
  const t = useTranslations("audience.conditions");
  const { format } = useDesk();
  return (audience: Audience, products: Products) => {
    const { countries = [], languages = [], products: inCart = [], bought = [], campaigns = [] } = audience;
    const { categories = [] } = audience;
    const { cart_min: least, cart_max: most, affiliate, purchases } = audience;
    const named = (ids: readonly string[]) => format.choice(ids.map((id) => products.get(id)?.name ?? id));
    const conditions = [
      countries.length > 0 && t("countries", { countries: format.choice(countries.map(format.country)) }),
      languages.length > 0 && t("languages", { languages: format.choice(languages.map(format.language)) }),
      least !== undefined && t("cartMin", { amount: format.money(least) }),
      most !== undefined && t("cartMax", { amount: format.money(most) }),
      inCart.length > 0 && t("products", { products: named(inCart) }),
      categories.length > 0 && t("categories", { categories: format.choice(categories) }),
      purchases && t(purchases === "none" ? "noPurchases" : "purchases"),
      bought.length > 0 && t("bought", { products: named(bought) }),
      affiliate !== undefined && t(affiliate ? "affiliate" : "noAffiliate"),
      campaigns.length > 0 && t("campaigns", { campaigns: format.choice(campaigns) }),
    ].filter((one) => typeof one === "string");
    return {
      visitors: audience.visitors ?? "all",
      device: audience.device ?? "all",
      some: conditions.length > 0 ? "yes" : "no",
      conditions: format.list(conditions),
    };
  };
}
