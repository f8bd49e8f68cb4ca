import { useQuery } from "@tanstack/react-query";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useDesk } from "@/lib/api/desk";
import { attributedOrder, mayReadAttribution } from "./reads";

/** The order of the affiliate service with the same ID of the shop, and the commissions for it. */
export function useAttribution(id: string) {
  const desk = useDesk();
  const listed = useQuery({ ...attributedOrder(desk, id), enabled: mayReadAttribution(desk) });
  const found = listed.data?.data[0];
  // Only the order itself has its commissions.
  const whole = useQuery({
    ...desk.affiliate.orders.get.options({ params: { id: found?.id ?? "" } }),
    enabled: found !== undefined,
  });
  const order = whole.data ?? found;
  return {
    order,
    names: useAffiliateNames([order?.affiliate_id]),
    commissions: (order?.attribution_timeline ?? []).filter(({ type }) => type === "commission"),
  };
}
