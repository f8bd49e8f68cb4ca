import { cents, type Line, type Product } from "./records.ts";

export type Discount = {
  id: string;
  title: string;
  code: string;
  amount: number;
  startsAt: number;
  endsAt: number;
  usageLimit: number | null;
  least: number;
  used: number;
  entitles: (line: Line) => boolean;
};

type Input = {
  title?: string;
  code?: string;
  startsAt?: string;
  endsAt?: string;
  usageLimit?: number;
  context?: { all?: string };
  customerGets?: {
    items?: { products?: { productsToAdd?: string[]; productVariantsToAdd?: string[] } };
    value?: { discountAmount?: { amount?: string; appliesOnEachItem?: boolean } };
  };
  minimumRequirement?: { subtotal?: { greaterThanOrEqualToSubtotal?: string } };
};

/** Shopify checks a code when it is entered, and again when the order is placed. */
export function isUsable(discount: Discount, lines: readonly Line[], at: number): boolean {
  const entitled = lines.filter(discount.entitles);
  const worth = entitled.reduce((sum, { price, quantity }) => sum + cents(price) * quantity, 0);
  return (
    at >= discount.startsAt &&
    at < discount.endsAt &&
    (discount.usageLimit === null || discount.used < discount.usageLimit) &&
    entitled.length > 0 &&
    worth >= discount.least
  );
}

type Scoped = <Given, Result>(scope: string, act: (given: Given) => Result) => (given: Given) => Result;
type Shop = { discounts: Discount[]; products: readonly Product[]; newId: () => number; scoped: Scoped };

export function discountMutations({ discounts, products, newId, scoped }: Shop) {
  const toNode = ({ id, title, used, usageLimit, endsAt }: Discount) => ({
    id,
    codeDiscount: {
      __typename: "DiscountCodeBasic",
      title,
      status: endsAt > Date.now() ? "ACTIVE" : "EXPIRED",
      endsAt: new Date(endsAt).toISOString(),
      usageLimit,
      asyncUsageCount: used,
    },
  });

  function create({ basicCodeDiscount: input }: { basicCodeDiscount: Input }) {
    const { title, code = "", startsAt = "", endsAt = "", usageLimit = null, context, customerGets } = input;
    const { productsToAdd = [], productVariantsToAdd = [] } = customerGets?.items?.products ?? {};
    const amount = cents(customerGets?.value?.discountAmount?.amount ?? "0");
    const known = new Set(
      products.flatMap(({ id, variants }) => [
        `gid://shopify/Product/${id}`,
        ...variants.map((variant) => `gid://shopify/ProductVariant/${variant.id}`),
      ]),
    );
    const foreign = [...productsToAdd, ...productVariantsToAdd].filter((id) => !known.has(id));
    const wrong = (field: string, code: string, message: string) => ({
      codeDiscountNode: null,
      userErrors: [{ field: ["basicCodeDiscount", field], code, message }],
    });
    if (!title) return wrong("title", "BLANK", "Title can't be blank");
    if (!code) return wrong("code", "BLANK", "Code can't be blank");
    if (!startsAt) return wrong("startsAt", "BLANK", "Starts at can't be blank");
    if (!context?.all) return wrong("context", "BLANK", "Context can't be blank");
    if (discounts.some((one) => one.code.toUpperCase() === code.toUpperCase()))
      return wrong("code", "TAKEN", "Code must be unique. Please try a different code.");
    if (!(Date.parse(endsAt) > Date.parse(startsAt)))
      return wrong("endsAt", "INVALID", "Ends at needs to be after starts_at");
    if (amount <= 0) return wrong("customerGets", "GREATER_THAN", "Value must be greater than 0");
    if (productsToAdd.length + productVariantsToAdd.length === 0)
      return wrong("customerGets", "BLANK", "Items in 'customer get' can't be blank");
    if (foreign.length > 0) return wrong("customerGets", "INVALID", `Products to add ${foreign.join()} are invalid`);
    const made: Discount = {
      id: `gid://shopify/DiscountCodeNode/${newId()}`,
      ...{ title, code, amount, usageLimit, used: 0 },
      ...{ startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) },
      least: cents(input.minimumRequirement?.subtotal?.greaterThanOrEqualToSubtotal ?? "0"),
      entitles: ({ product, variant }) =>
        productsToAdd.includes(`gid://shopify/Product/${product}`) ||
        productVariantsToAdd.includes(`gid://shopify/ProductVariant/${variant}`),
    };
    discounts.push(made);
    return { codeDiscountNode: toNode(made), userErrors: [] };
  }

  return {
    codeDiscountNodeByCode: scoped("read_discounts", ({ code }: { code: string }) => {
      const found = discounts.find((one) => one.code.toUpperCase() === code.toUpperCase());
      return found ? toNode(found) : null;
    }),
    discountCodeBasicCreate: scoped("write_discounts", create),
    discountCodeBulkDelete: scoped("write_discounts", ({ ids, search }: { ids?: string[]; search?: string }) => {
      const refused = (code: string, message: string) => ({ job: null, userErrors: [{ field: null, code, message }] });
      if (ids && search)
        return refused("TOO_MANY_ARGUMENTS", "Only one of IDs, search argument or saved search ID is allowed");
      if (!ids && !search)
        return refused("MISSING_ARGUMENT", "Missing expected argument key: 'ids', 'search' or 'saved_search_id'");
      for (const id of ids ?? []) {
        const at = discounts.findIndex((one) => one.id === id);
        if (at >= 0) discounts.splice(at, 1);
      }
      return { job: { id: `gid://shopify/Job/${newId()}`, done: false }, userErrors: [] };
    }),
  };
}
