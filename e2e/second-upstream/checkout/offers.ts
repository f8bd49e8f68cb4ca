import { type Call, isFields, ok, pageOf, type Route } from "../api.ts";
import { type Fields, Problem } from "../problem.ts";

// Lists of upsells and bundles are as specified; a single item is wrapped and has a flat discount.

const listed = ["id", "name", "status", "product_id", "discount_type", "discount_value", "created_at"];

function list({ store, query }: Call) {
  const { rows, ...pagination } = pageOf(store.list("upsells"), query, 20, 100);
  const data = rows.map((row) => Object.fromEntries(listed.map((name) => [name, row[name]])));
  return ok({ data, pagination, links: { self: "/upsells" } });
}

/** This implementation says “paused” instead of “inactive”. */
const statusOf = (status: unknown) => (status === "inactive" ? "paused" : status);

function fieldsOf({ discount, ...body }: Fields): Fields {
  const flat = isFields(discount) ? { discount_type: discount.type, discount_value: discount.value } : {};
  const value = flat.discount_value;
  const [low, high] = (flat.discount_type ?? "percentage") === "percentage" ? [1, 100] : [0, 500];
  if (value !== undefined && (typeof value !== "number" || value < low || value > high)) {
    throw new Problem(400, "Validation failed", { "discount.value": `must be between ${low} and ${high}` });
  }
  return { ...body, ...flat, ...(body.status !== undefined && { status: statusOf(body.status) }) };
}

function create({ store, body }: Call) {
  if (!body.name) throw new Problem(400, "Validation failed", { name: "is missing" });
  const id = `off-${store.nextId()}`;
  const row = {
    id,
    status: "draft",
    placement: "post_purchase",
    ...fieldsOf(body),
    created_at: new Date().toISOString(),
  };
  return ok({ upsell: store.create("upsells", row) });
}

function bundles({ store, query }: Call) {
  const wanted = ["type", "status"].filter((name) => query.has(name));
  const rows = store.list("bundles").filter((row) => wanted.every((name) => row[name] === query.get(name)));
  const { rows: data, ...pagination } = pageOf(rows, query, 20, 100);
  return ok({ data, pagination });
}

function createBundle({ store, body }: Call) {
  const { pricing, ...fields } = body;
  if (!isFields(pricing)) throw new Problem(400, "Validation failed", { pricing: "is missing" });
  const flat = { pricing_type: pricing.type, pricing_value: pricing.value };
  return ok({ success: true, bundle: store.create("bundles", { ...fields, ...flat, id: store.nextId() }) });
}

export const offers: Route[] = [
  ["GET /upsells", "read:upsells", list],
  ["POST /upsells", "write:upsells", create],
  ["GET /upsells/:id", "read:upsells", ({ store, id }) => ok({ data: store.find("upsells", id) })],
  [
    "PUT /upsells/:id",
    "write:upsells",
    ({ store, id, body }) => ok({ data: store.change("upsells", id, fieldsOf(body)), changed: true }),
  ],
  [
    "DELETE /upsells/:id",
    "write:upsells",
    ({ store, id }) => {
      store.remove("upsells", id);
      return { status: 204 };
    },
  ],
  ["GET /bundles", "read:bundles", bundles],
  ["POST /bundles", "write:bundles", createBundle],
];
