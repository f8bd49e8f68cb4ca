export const devices = ["desktop", "mobile", "tablet"] as const;
export const visitorKinds = ["new", "returning"] as const;
/** The fields of an offer's conditions, in the order of the form. */
export const audienceFields = [
  "visitors",
  "device",
  "countries",
  "languages",
  "cart_min",
  "cart_max",
  "products",
  "categories",
  "purchases",
  "bought",
  "affiliate",
  "campaigns",
] as const;
export const scheduleFields = ["starts_at", "ends_at", "weekdays", "daily_from", "daily_until"] as const;
/** Showings are kept for at least so many days. */
export const limitDays = 30;
export const limitFields = ["shown_per_visitor", "accepted_per_day", "accepted_in_all"] as const;
/** What keeps an offer from a shopper, apart from its conditions. */
export const otherReasons = [
  "not_active",
  "no_code",
  "trigger",
  "placement",
  "in_cart",
  "owned",
  "withheld",
  "sold_out",
  "declined",
  "accepted",
  "off",
  "outranked",
  "follows",
  "schedule",
  "share_percent",
] as const;
/** All products that an audience names. */
export const productsIn = (audience: { products?: string[] | undefined; bought?: string[] | undefined }): string[] => [
  ...(audience.products ?? []),
  ...(audience.bought ?? []),
];
/** Whether a visitor has bought anything before. */
export const purchaseKinds = ["none", "some"] as const;
/** Conditions that need a cart. */
export const cartConditions = ["cart_min", "cart_max", "products", "categories"] as const;
/** As ISO 8601 counts them. */
export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
