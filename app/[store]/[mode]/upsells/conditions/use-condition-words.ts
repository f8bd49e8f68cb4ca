import { useTranslations } from "next-intl";
import { useAudienceWords } from "@/components/audience/use-audience-words";
import type { Products } from "@/components/products/remembered-products";
import { useDesk } from "@/lib/api/desk";
import type { OfferSchedule } from "@/lib/contract/checkout/audience";
import { limitDays, limitFields, weekdays } from "@/lib/contract/checkout/audience-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { topPriority } from "@/lib/contract/checkout/upsell-words";
import { dayIn } from "@/lib/days";

type Conditions = Partial<Pick<UpsellDraft, "audience" | "schedule" | "limits" | "share_percent" | "priority">>;

/** Who sees an offer, when and how often, in sentences. */
export function useConditionWords() {
  const t = useTranslations("upsellConditions.said");
  const { format, store } = useDesk();
  const words = useAudienceWords();
  const dayOf = (at: string, back = 0) => format.day(dayIn(store.timeZone, new Date(Date.parse(at) - back)));
  const when = ({ starts_at, ends_at, weekdays: days = [], daily_from, daily_until }: OfferSchedule): string[] => [
    starts_at ? t("starts", { day: dayOf(starts_at) }) : "",
    ends_at ? t("ends", { day: dayOf(ends_at, 1) }) : "",
    days.length > 0
      ? t("weekdays", { days: format.list(days.map((day) => format.dayName(weekdays.indexOf(day)))) })
      : "",
    daily_from && daily_until ? t("hours", { from: daily_from, until: daily_until }) : "",
    starts_at || ends_at || days.length > 0 || daily_from ? t("zone", { zone: store.timeZone }) : "",
  ];
  const often = (limits: NonNullable<Conditions["limits"]>, priority: number): string[] => [
    ...limitFields.map((of) => (limits[of] === undefined ? "" : t(of, { count: limits[of], days: limitDays }))),
    priority > 0 ? t("priority", { priority, top: topPriority }) : "",
  ];
  const whoSees = (audience: NonNullable<Conditions["audience"]>, share: number, products: Products) =>
    t("who", { part: share < 100 ? "some" : "all", share: format.percent(share || 0), ...words(audience, products) });
  return {
    /** All that limits the offer; empty if nothing does. */
    all(conditions: Conditions, products: Products) {
      const { audience = {}, schedule = {}, limits = {}, share_percent: share = 100, priority = 0 } = conditions;
      const isLimited = Object.keys(audience).length > 0 || share < 100;
      return format.join([
        isLimited ? whoSees(audience, share, products) : "",
        ...when(schedule),
        ...often(limits, priority),
      ]);
    },
    when: (schedule: OfferSchedule) => format.join(when(schedule)),
    often: (limits: NonNullable<Conditions["limits"]>, priority = 0) => format.join(often(limits, priority)),
    who: whoSees,
    /** Why nobody sees an offer that is switched on; empty if its days are not over and have begun. */
    notNow: ({ starts_at, ends_at }: OfferSchedule, now: number): string => {
      if (ends_at && Date.parse(ends_at) <= now) return t("over", { day: dayOf(ends_at, 1) });
      return starts_at && Date.parse(starts_at) > now ? t("later", { day: dayOf(starts_at) }) : "";
    },
  };
}
