import { type Call, isFields, ok, type Route } from "../api.ts";
import { type Fields, Problem } from "../problem.ts";
import { moment } from "./seed.ts";

function merge(into: Fields, sent: Fields): Fields {
  const merged = Object.entries(sent).map(([name, value]) => {
    const inner = into[name];
    return [name, isFields(value) && isFields(inner) ? merge(inner, value) : value];
  });
  return { ...into, ...Object.fromEntries(merged) };
}

function patch({ store, body }: Call) {
  const { accent } = isFields(body.checkout) ? body.checkout : {};
  if (accent !== undefined && !/^#[0-9a-f]{6}$/.test(String(accent))) {
    throw new Problem(400, "Validation failed", { "settings.checkout.accent": "must be a colour" });
  }
  store.settings = merge(store.settings, body);
  store.acted("settings", "settings", "changed");
  return ok({ settings: store.settings });
}

function order({ store, id }: Call) {
  const { id: _, ...shown } = store.find("orders", id);
  return ok(shown);
}

function createWebhook({ store, body }: Call) {
  if (!String(body.url).startsWith("https://")) throw new Problem(400, "Validation failed", { url: "must be https" });
  const id = `hook-${store.nextId()}`;
  const { url, events, enabled = true } = body;
  return { status: 201, body: store.create("webhooks", { id, url, events, signing_secret: `whsec_${id}`, enabled }) };
}

function logs({ store, id }: Call) {
  store.find("webhooks", id);
  const entry = (index: number, status: string) => ({
    id: `log-${index}`,
    event_id: `evt-${index}`,
    event_type: "upsell.accepted",
    status,
    duration_ms: 80 + index,
    created_at: moment(index),
    region: "eu",
  });
  return ok({ data: [{ ...entry(1, "delivered"), response_code: 200 }, entry(2, "timed_out")] });
}

function test({ store, id, body }: Call) {
  store.find("webhooks", id);
  store.acted("webhooks", id, "tested");
  return ok({ success: true, event_type: body.event_type, response_code: "200", duration_ms: 84 });
}

export const rest: Route[] = [
  ["GET /orders/:id", "read:orders", order],
  ["GET /settings", "read:settings", ({ store }) => ok({ settings: store.settings })],
  ["PATCH /settings", "write:settings", patch],
  ["POST /webhooks", "webhooks:manage", createWebhook],
  ["POST /webhooks/:id/test", "webhooks:manage", test],
  ["GET /webhooks/:id/logs", "webhooks:manage", logs],
];
