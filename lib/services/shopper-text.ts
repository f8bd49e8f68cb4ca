/** Fields of events, orders and responses that say who the shopper is. */
const idFields = ["customer_id", "customerId", "visitor_id", "visitorId", "customer_email", "email"];

/** What people may write about a shopper in their own words, and signed tickets, which name the visitor inside. */
const leftOut = ["reason", "note", "ticket"];

/** The same document with other ids in place of the given ones, which are in lower case, and without what may name the shopper otherwise. */
export function erasedFrom<Value>(value: Value, replaced: ReadonlyMap<string, string>): Value {
  if (Array.isArray(value)) return value.map((each) => erasedFrom(each, replaced)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (typeof inner !== "string") return [[name, erasedFrom(inner, replaced)]];
      if (leftOut.includes(name)) return [];
      return [[name, (idFields.includes(name) && replaced.get(inner.toLowerCase())) || inner]];
    }),
  ) as Value;
}
