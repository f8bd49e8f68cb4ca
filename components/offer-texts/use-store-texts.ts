import { useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { OfferTexts } from "@/lib/contract/checkout/offer-text-words";

const none: OfferTexts = {};

/** What offers say for which nothing else is written. */
export function useStoreTexts(): OfferTexts {
  const { can, checkout } = useDesk();
  const settings = useQuery({ ...checkout.settings.get.options(), enabled: can("checkout", "settings", "get") });
  return settings.data?.offers?.texts ?? none;
}
