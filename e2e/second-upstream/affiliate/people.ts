import { type Call, ok, pageOf, type Route } from "../api.ts";
import { type Fields, Problem } from "../problem.ts";
import type { Resource, Store } from "../store.ts";

/** Sorting and filters are as specified; the rest of a list's form differs between the resources. */
export function pageFrom(store: Store, resource: Resource, query: URLSearchParams) {
  const status = query.get("status");
  const after = query.get("created_after");
  const sort = query.get("sort") ?? "created_at";
  const rows = store
    .list(resource)
    .filter((row) => status === null || row.status === status)
    .filter((row) => after === null || String(row.created_at) >= after)
    .sort((a, b) => String(a[sort] ?? "").localeCompare(String(b[sort] ?? ""), "en", { numeric: true }));
  if ((query.get("order") ?? "desc") === "desc") rows.reverse();
  return pageOf(rows, query, 25, 100);
}

function affiliates({ store, query }: Call) {
  const { rows, page, per_page } = pageFrom(store, "affiliates", query);
  return ok({ affiliates: rows, meta: { current_page: page, page_size: per_page } });
}

function createAffiliate({ store, body }: Call) {
  const email = String(body.email ?? "");
  if (!email.includes("@")) throw new Problem(422, "The given data was invalid.", { email: "is not an address" });
  if (store.list("affiliates").some((row) => row.email === email)) throw new Problem(409, "E-mail is taken");
  const row = { ...body, id: store.nextId(), status: "in_review", created_at: new Date().toISOString() };
  return { status: 201, body: { affiliate: store.create("affiliates", row) } };
}

function deleteAffiliate({ store, id }: Call) {
  store.remove("affiliates", id);
  return ok({ message: "deleted" });
}

function links({ store, query }: Call) {
  return ok({ links: pageFrom(store, "links", query).rows });
}

function createLink({ store, body }: Call) {
  const affiliate_id = Number(body.affiliate_id);
  store.find("affiliates", String(body.affiliate_id));
  const id = store.nextId();
  const row = { ...body, id, affiliate_id, tracking_url: `https://go.example/r/${id}`, clicks: "0" };
  return ok({ data: { link: store.create("links", row) } });
}

function deleteLink({ store, id }: Call) {
  store.remove("links", id);
  return { status: 204 };
}

const order = ({ id, ...row }: Fields) => ({ order_id: id, ...row });

function attribute({ store, id, body }: Call) {
  store.find("affiliates", String(body.affiliate_id));
  const { affiliate_id } = store.find("attributed_orders", id);
  if (affiliate_id !== null && body.override !== true) throw new Problem(409, "Order has an affiliate");
  const fields = { affiliate_id: Number(body.affiliate_id), attribution_method: "by_hand" };
  return { status: 201, body: { order: order(store.change("attributed_orders", id, fields, "attributed")) } };
}

export const people: Route[] = [
  ["GET /affiliates", "", affiliates],
  ["GET /affiliates/:id", "", ({ store, id }) => ok({ affiliate: store.find("affiliates", id) })],
  ["POST /affiliates", "", createAffiliate],
  ["PUT /affiliates/:id", "", ({ store, id, body }) => ok({ data: store.change("affiliates", id, body) })],
  ["DELETE /affiliates/:id", "", deleteAffiliate],
  ["GET /orders", "", ({ store, query }) => ok({ data: pageFrom(store, "attributed_orders", query).rows.map(order) })],
  ["GET /orders/:id", "", ({ store, id }) => ok({ order: order(store.find("attributed_orders", id)) })],
  ["POST /orders/:id/attribute", "", attribute],
  ["GET /links", "", links],
  ["GET /links/:id", "", ({ store, id }) => ok(store.find("links", id))],
  ["POST /links", "", createLink],
  ["DELETE /links/:id", "", deleteLink],
];
