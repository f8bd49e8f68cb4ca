/** The specification shows "active"; the others are our choice. */
export const affiliateStatuses = ["pending", "active", "rejected", "inactive", "suspended"] as const;
export const affiliateSorts = [
  "created_at",
  "updated_at",
  "email",
  "last_name",
  "status",
  "total_clicks",
  "total_orders",
  "total_revenue",
  "total_commissions",
  "unpaid_balance",
] as const;

export const rateTypes = ["percentage", "fixed"] as const;

type Named = {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  company_name?: string | null | undefined;
  email?: string | null | undefined;
};

/** Japanese, Chinese and Korean names begin with the family name, in texts of every language. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

type Person = Pick<Named, "first_name" | "last_name">;

const isFamilyFirst = ({ first_name, last_name }: Person) => familyFirst.test(`${first_name ?? ""}${last_name ?? ""}`);

export function personName(person: Person): string {
  const parts = [person.first_name, person.last_name].filter((part) => part?.trim());
  return (isFamilyFirst(person) ? parts.reverse() : parts).join(" ");
}

export const greetingName = (person: Person & { name: string }): string =>
  (!isFamilyFirst(person) && person.first_name) || person.name;

export function affiliateName({ first_name, last_name, company_name, email }: Named): string | null {
  return personName({ first_name, last_name }) || company_name?.trim() || email?.trim() || null;
}

export const attributedOrderStatuses = ["paid", "partially_refunded", "refunded", "cancelled"] as const;
export const attributedOrderSorts = ["created_at", "attributed_at", "order_number", "total", "status"] as const;
export const attributionMethods = ["link", "coupon", "manual", "customer"] as const;

type Order = { id: string; order_number?: string | null | undefined; external_id?: string | null | undefined };

export const nameOfOrder = ({ order_number, external_id, id }: Order): string => order_number || external_id || id;
