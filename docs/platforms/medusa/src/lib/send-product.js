const { ContainerRegistrationKeys, Modules, ProductStatus } = require("@medusajs/framework/utils");

const fields = [
  ...["id", "title", "handle", "status", "thumbnail", "type.value", "collection.title", "categories.name"],
  ...["variants.id", "variants.title", "variants.prices.*"],
];

/** Cartwright keeps the latest state of a product. Of a deleted one, it keeps the title. */
exports.sendProduct = async (container, id) => {
  const cartwright = container.resolve("cartwright");
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity: "product", fields, filters: { id } });
  const { currency } = cartwright.settings;
  const product = data[0]
    ? { ...present(data[0], currency), tax_included: await taxIncluded(container, currency) }
    : await deleted(container, id);
  if (product) await save(cartwright, product);
};

function present({ id, title, handle, status, thumbnail, type, collection, categories, variants }, currency) {
  const priced = variants.map(({ id, title, prices }) => ({ id, title, price: listPrice(prices, currency) }));
  const price = priced[0]?.price ?? null;
  return {
    ...{ id, title, handle, price, variants: priced },
    categories: named([...(categories ?? []).map(({ name }) => name), collection?.title, type?.value]),
    status: status === ProductStatus.PUBLISHED ? "active" : "draft",
    ...(thumbnail?.startsWith("http") && { image_url: thumbnail }),
  };
}

/** As many as Cartwright takes. */
const named = (names) => names.flatMap((name) => name?.trim().slice(0, 60) || []).slice(0, 20);

/** Whether the shop enters prices in this currency with tax. */
async function taxIncluded(container, currency) {
  const of = { attribute: "currency_code", value: currency.toLowerCase() };
  const [preference] = await container.resolve(Modules.PRICING).listPricePreferences(of);
  return preference?.is_tax_inclusive ?? null;
}

/** The price for everybody, without price lists and rules. */
function listPrice(prices, currency) {
  const isPlain = ({ price_list_id, rules_count, min_quantity }) => !price_list_id && !rules_count && !min_quantity;
  const own = (prices ?? []).filter(isPlain).find(({ currency_code }) => currency_code.toUpperCase() === currency);
  return own ? Number(own.amount) : null;
}

async function deleted(container, id) {
  const [product] = await container.resolve(Modules.PRODUCT).listProducts({ id }, { withDeleted: true });
  return product && { id, title: product.title, status: "archived" };
}

async function save(cartwright, product) {
  const { url, key } = cartwright.settings;
  const { ShopError } = await cartwright.helper();
  const request = {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ products: [{ ...product, source: "medusa" }] }),
    signal: AbortSignal.timeout(5_000),
  };
  const response = await fetch(new URL("/services/checkout/v1/products", url), request).catch((cause) => {
    throw new ShopError(0, "network_error", cause.message);
  });
  const { data, error } = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new ShopError(
      response.status,
      error?.code ?? "invalid_response",
      error?.message ?? `Status ${response.status}.`,
    );
  const [{ status, errors }] = data;
  if (status === "rejected")
    throw new ShopError(200, status, errors.map(({ field, message }) => `${field}: ${message}`).join(" "));
}
