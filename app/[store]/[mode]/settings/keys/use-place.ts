import { useTranslations } from "next-intl";
import type { ApiKey } from "@/lib/contract/desk/keys";

export function usePlace(): (key: ApiKey) => string | null {
  const t = useTranslations("keys.facts");
  return ({ last_use: last, serves, publishable }) => {
    if (!last) return null;
    if (publishable) return t("fromShoppers");
    const known = [last.address, last.agent].filter((part) => part !== null);
    if (known.length > 0) return known.join(", ");
    return serves.length > 0 ? t("fromDashboard") : t("fromUnknown");
  };
}
