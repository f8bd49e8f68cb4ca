import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { experiment as table, upsell } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { make, openShop, type Shop } from "../../testing/shop.ts";
import { watchExperiments } from "./experiment-watch.ts";

let services: TestServices;
let shop: Shop;

beforeAll(async () => {
  services = await openTestServices();
});
beforeEach(async () => {
  await services.db.delete(table);
  shop = await openShop(services);
  await services.db.delete(table);
});
afterAll(() => services.close());

const off = { offers: [{ upsell_id: "ups_a", off: true }] };
const variants = [{ name: "control" }, { name: "b", changes: off }];
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const call = (method: string, path = "", body?: object) =>
  services.call(method, `/checkout/v1/experiments${path}`, { key: shop.key, ...(body && { body }) });
const create = async (more: object = {}) => {
  const { status, body } = await call("POST", "", { name: "A", variants, plan: {}, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as string;
};
const change = (id: string, body: object) => call("PATCH", `/${id}`, body);
const run = async (more: object = {}) => {
  const id = await create(more);
  const { status, body } = await change(id, { status: "running" });
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
};
const get = async (id: string) => (await call("GET", `/${id}`)).body;
/** As if the time that was planned had come. */
const plan = async (id: string, more: object) => {
  const [row] = await services.db.select().from(table).where(eq(table.id, id));
  await services.db
    .update(table)
    .set({ plan: { ...row?.plan, ...more } as never })
    .where(eq(table.id, id));
};
const watch = () => watchExperiments(services.db);
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  ...(body.error?.details ?? []).map(({ field, message }: Record<string, string>) => `${field}: ${message}`),
];

test("starting freezes what the plan is based on", async () => {
  const id = await run({ plan: { metric: "revenue_per_visitor", traffic: 0.25 } });
  const unknown = { base: null, deviation: null, visitors_per_day: null, visitors_needed: null, days_needed: null };
  const body = await get(id);
  expect(body).toMatchObject({ status: "running", started_at: expect.any(String), frozen: { ...unknown, cap: null } });
  expect(body.frozen).not.toHaveProperty("slots");
  expect(body.plan).toMatchObject({ metric: "revenue_per_visitor", guardrails: [], effect: 0.1, traffic: 0.25 });
});

describe("a start is refused", () => {
  test.each<[string, object, string]>([
    [
      "control has changes",
      {
        variants: [
          { name: "control", changes: off },
          { name: "b", changes: off },
        ],
      },
      "variants.0.changes: The control is what is live now, so it has no changes.",
    ],
    [
      "a variant changes nothing",
      { variants: [{ name: "control" }, { name: "b" }] },
      "variants.1.changes: Choose what changes.",
    ],
    [
      "an offer is unknown",
      { variants: [{ name: "control" }, { name: "b", changes: { offers: [{ upsell_id: "ups_x", first: true }] } }] },
      "variants.1.changes.offers.0.upsell_id: The offer ups_x does not exist.",
    ],
    [
      "an offer is not active",
      { variants: [{ name: "control" }, { name: "b", changes: { offers: [{ upsell_id: "ups_b", first: true }] } }] },
      "variants.1.changes.offers.0.upsell_id: The offer “Offer b” is not active.",
    ],
    [
      "a bundle is unknown",
      {
        variants: [
          { name: "control" },
          { name: "b", changes: { bundles: [{ bundle_id: "bun_x", pricing: { type: "percentage_off", value: 5 } }] } },
        ],
      },
      "variants.1.changes.bundles.0.bundle_id: The bundle bun_x does not exist.",
    ],
    [
      "there is no plan for the changes",
      { plan: undefined },
      "plan: Add a plan, because the service applies changes only of experiments with one.",
    ],
  ])("a start is refused if %s", async (_, more, error) => {
    await services.db.update(upsell).set({ status: "paused" }).where(eq(upsell.id, "ups_b"));
    const id = await create(more);
    expect(refusal(await change(id, { status: "running" }))).toEqual([409, error]);
    expect((await get(id)).status).toBe("draft");
  });

  test.each<[object, string]>([
    [{ plan: { starts_at: hours(-1) } }, "plan.starts_at: Must be in the future."],
    [{ plan: { ends_at: hours(-1) } }, "plan.ends_at: Must be in the future."],
    [
      {
        variants: [
          { name: "control" },
          { name: "b", changes: { offers: [{ upsell_id: "ups_a", discount: { type: "gift", value: 1 } }] } },
        ],
      },
      "variants.1.changes.offers.0.discount.type: Must be one of percentage, fixed_amount, free.",
    ],
  ])("and so is a draft with %j", async (more, error) => {
    const answer = refusal(await call("POST", "", { name: "A", variants, plan: {}, ...more }));
    expect(answer[0]).toBe(400);
    expect(answer[1]).toContain(error.split(" ").slice(0, 5).join(" "));
  });
});

test("a bundle does not change for visitors with a certain cart, because bundles are shown without one", async () => {
  const priced = { bundles: [{ bundle_id: "bun_a", pricing: { type: "percentage_off", value: 5 } }] };
  const bundles = [{ name: "control" }, { name: "b", changes: priced }];
  const forCarts = { audience: { cart_min: 20, products: ["p"] } };
  const message = "Must be left empty, because a variant changes a bundle, and bundles are shown without a cart.";
  const refused = [400, `plan.audience.cart_min: ${message}`, `plan.audience.products: ${message}`];
  expect(refusal(await call("POST", "", { name: "A", variants: bundles, plan: forCarts }))).toEqual(refused);
  expect(refusal(await change(await create({ variants: bundles }), { plan: forCarts }))).toEqual(refused);
  expect(refusal(await change(await create({ plan: forCarts }), { variants: bundles }))).toEqual(refused);
  await create({ variants: bundles, plan: { audience: { device: "mobile" } } });
});

test("experiments of a group have no visitor in common, as far as the group reaches", async () => {
  const group = (traffic: number) => ({ plan: { group: "cart", traffic } });
  const [a, b] = [await run(group(0.2)), await run(group(0.4))];
  await change(a, { status: "completed" });
  const c = await run(group(0.5));
  const slots = Object.fromEntries(
    (await services.db.select().from(table)).map(({ id, frozen }) => [id, frozen?.slots]),
  );
  expect(slots[b]).toEqual([[2000, 6000]]);
  expect(slots[c]).toEqual([
    [0, 2000],
    [6000, 9000],
  ]);
  const d = await create(group(0.4));
  expect(refusal(await change(d, { status: "running" }))).toEqual([
    409,
    "plan.traffic: Only 10 % of the group’s visitors are free.",
  ]);
  await run({ plan: { traffic: 1 } });
});

test("two experiments of a group that start at once get different visitors", async () => {
  const ids = await Promise.all([1, 2, 3].map(() => create({ plan: { group: "cart", traffic: 0.5 } })));
  const answers = await Promise.all(ids.map((id) => change(id, { status: "running" })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  const rows = await services.db.select().from(table).where(eq(table.status, "running"));
  expect(rows.map(({ frozen }) => frozen?.slots).sort()).toEqual([[[0, 5000]], [[5000, 10_000]]]);
});

test("of a plan that has started, only guardrails, their rule and the end change, and each change is listed", async () => {
  const first = { hypothesis: "More", audience: { device: "mobile" } };
  const id = await run({ plan: first });
  expect(refusal(await change(id, { plan: { ...first, effect: 0.2, traffic: 0.5 } }))).toEqual([
    409,
    "plan.effect: Can be changed only before the experiment starts.",
    "plan.traffic: Can be changed only before the experiment starts.",
  ]);
  expect(refusal(await change(id, { plan: { ...first, ends_at: hours(-2) } }))).toEqual([
    400,
    "plan.ends_at: Must be in the future.",
  ]);
  const later = { ...first, guardrails: ["refunds"], ends_at: hours(48) };
  const { body } = await change(id, { plan: later });
  expect(body.plan).toMatchObject(later);
  expect(body.amendments).toEqual([
    { at: expect.any(String), fields: expect.arrayContaining(["guardrails", "ends_at"]) },
  ]);
  expect((await change(id, { plan: later })).body.amendments).toHaveLength(1);
  expect((await change(id, { name: "B" })).body.amendments).toHaveLength(1);
  await change(id, { status: "completed" });
  expect(refusal(await change(id, { plan: { ...later, guardrails: [] } }))).toEqual([
    409,
    "plan.guardrails: Cannot be changed after the end of the experiment.",
  ]);
});

test("an experiment is paused and goes on, and what it taught is kept", async () => {
  const id = await create();
  expect(refusal(await change(id, { paused: true }))).toEqual([
    409,
    "paused: An experiment that is draft cannot be paused.",
  ]);
  await change(id, { status: "running" });
  const { paused_at } = (await change(id, { paused: true })).body;
  expect((await change(id, { paused: true })).body.paused_at).toBe(paused_at);
  expect((await change(id, { paused: false })).body).not.toHaveProperty("paused_at");
  expect((await change(id, { status: "completed", learned: "Nobody misses it." })).body.learned).toBe(
    "Nobody misses it.",
  );
  expect((await change(id, { learned: "" })).body).not.toHaveProperty("learned");
  const own = await run({ plan: undefined, variants: [{ name: "control" }, { name: "b" }] });
  expect(refusal(await change(own, { paused: true }))[1]).toMatch(/^paused: /);
});

test("only a draft is deleted", async () => {
  const id = await create();
  expect((await call("DELETE", `/${id}`)).body).toEqual({ id, deleted: true });
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
  const started = await run();
  expect(refusal(await call("DELETE", `/${started}`))).toEqual([
    409,
    "status: Only an experiment that has not started can be deleted.",
  ]);
});

describe("a decision", () => {
  const decide = (id: string, body: object) => call("POST", `/${id}/decisions`, { reason: "Because.", ...body });

  test("a decision to ship ends the experiment with the variant as the winner, and says who and why", async () => {
    const id = await run();
    const { body } = await decide(id, { outcome: "ship", variant: "b", by: "Ada" });
    expect(body).toMatchObject({ status: "completed", winner: "b", ended_at: expect.any(String) });
    expect(body.decisions).toEqual([
      { outcome: "ship", variant: "b", reason: "Because.", by: "Ada", at: expect.any(String) },
    ]);
    expect((await call("GET", `/${id}/results`)).body).toMatchObject({ status: "decided", winner: "b" });
    expect(refusal(await decide(id, { outcome: "keep" }))).toEqual([
      409,
      "outcome: The winner of the experiment is decided already.",
    ]);
  });

  test("a decision to keep names the control, also after the planned end", async () => {
    const id = await run();
    await change(id, { status: "completed" });
    expect((await call("GET", `/${id}/results`)).body.status).toBe("ended");
    expect((await decide(id, { outcome: "keep" })).body).toMatchObject({ status: "completed", winner: "control" });
  });

  test("a decision for longer moves the end and is listed as a change of the plan", async () => {
    const id = await run({ plan: { ends_at: hours(1) } });
    const ends_at = hours(100);
    const { body } = await decide(id, { outcome: "longer", ends_at });
    expect(body).toMatchObject({ status: "running", plan: { ends_at }, amendments: [{ fields: ["ends_at"] }] });
    expect(body).not.toHaveProperty("winner");
  });

  test.each<[object, number, string]>([
    [{ outcome: "ship" }, 400, "variant: Choose the variant that was shipped."],
    [{ outcome: "ship", variant: "x" }, 400, "variant: The experiment has no such variant."],
    [{ outcome: "ship", variant: "control" }, 400, "variant: The control is live already. Choose keep."],
    [{ outcome: "keep", variant: "b" }, 400, "variant: Must be left out, because it belongs to ship."],
    [{ outcome: "keep", ends_at: hours(9) }, 400, "ends_at: Must be left out, because it belongs to longer."],
    [{ outcome: "longer" }, 400, "ends_at: Choose the new end."],
    [{ outcome: "longer", ends_at: hours(-9) }, 400, "ends_at: Must be in the future."],
    [{ outcome: "wait" }, 400, "outcome: "],
    [{ outcome: "keep", reason: "" }, 400, "reason: "],
  ])("%j is refused", async (body, status, error) => {
    const id = await run();
    const answer = refusal(await decide(id, body));
    expect(answer).toEqual([status, expect.stringContaining(error)]);
    expect((await get(id)).status).toBe("running");
  });

  test("about a draft, or for longer after the end, is refused", async () => {
    const id = await create();
    expect(refusal(await decide(id, { outcome: "keep" }))).toEqual([409, "outcome: The experiment has not started."]);
    await change(id, { status: "running" });
    await change(id, { status: "completed" });
    expect(refusal(await decide(id, { outcome: "longer", ends_at: hours(9) }))).toEqual([
      409,
      "outcome: The experiment has ended.",
    ]);
  });
});

describe("in the background", () => {
  test("a draft starts when its time has come, and ends when its end has", async () => {
    const id = await create({ plan: { starts_at: hours(1), ends_at: hours(2) } });
    await watch();
    expect((await get(id)).status).toBe("draft");
    await plan(id, { starts_at: hours(-0.5) });
    await watch();
    expect(await get(id)).toMatchObject({ status: "running", frozen: { base: null } });
    await watch();
    expect((await get(id)).status).toBe("running");
    await plan(id, { ends_at: hours(-0.1) });
    await watch();
    expect(await get(id)).toMatchObject({ status: "completed", ended_at: expect.any(String) });
  });

  test("a draft that cannot start says so until it is changed", async () => {
    const id = await create({ plan: { starts_at: hours(1) }, variants: [{ name: "control" }, { name: "b" }] });
    await plan(id, { starts_at: hours(-1) });
    await watch();
    expect(await get(id)).toMatchObject({ status: "draft", alert: { kind: "start", paused: false } });
    await change(id, { variants });
    expect(await get(id)).not.toHaveProperty("alert");
    await watch();
    expect((await get(id)).status).toBe("running");
  });

  const at = new Date().toISOString();
  const visit = async (
    id: string,
    variant: string,
    n: number,
    orders: number,
    more: (order: string) => object[] = () => [],
  ) => {
    const events = Array.from({ length: n }, (_, k) => {
      const visitor_id = `${id}${variant}${k}`;
      const order = `${visitor_id}-o`;
      const own = { experiment_id: id, occurred_at: at };
      return [
        make.exposed(`x${id}${visitor_id}`, visitor_id, variant, own),
        ...(k < orders
          ? [make.placed(`p${id}${order}`, order, 10, { occurred_at: at, visitor_id }), ...more(order)]
          : []),
      ];
    }).flat();
    for (let from = 0; from < events.length; from += 1000) {
      expect((await shop.send(events.slice(from, from + 1000))).body.rejected).toBe(0);
    }
  };

  test("a day's visitors who are split 48 to 52 raise an alert, which pauses nothing", async () => {
    const id = await run({ plan: { stops_on_breach: true } });
    await visit(id, "control", 4_800, 0);
    await visit(id, "b", 5_200, 0);
    await watch();
    const { alert, paused_at } = await get(id);
    expect(alert).toEqual({ kind: "split", at: expect.any(String), paused: false });
    expect(paused_at).toBeUndefined();
    await watch();
    expect((await get(id)).alert).toEqual(alert);
  }, 60_000);

  test("a broken guardrail pauses the experiment if the plan says so, and not again after somebody resumed it", async () => {
    const id = await run({ plan: { guardrails: ["refunds", "order_rate"], stops_on_breach: true } });
    const fine = await run({ plan: { guardrails: ["refunds", "order_rate"], stops_on_breach: true } });
    await visit(fine, "control", 600, 150);
    await visit(fine, "b", 600, 130);
    await visit(id, "control", 600, 150);
    await visit(id, "b", 600, 60);
    await watch();
    expect(await get(fine)).not.toHaveProperty("alert");
    const broken = { kind: "order_rate", variant: "b", at: expect.any(String), paused: true };
    expect(await get(id)).toMatchObject({ alert: broken, paused_at: expect.any(String), status: "running" });
    const { body } = await change(id, { paused: false });
    expect(body.alert).toMatchObject({ kind: "order_rate", paused: false });
    await watch();
    expect(await get(id)).not.toHaveProperty("paused_at");
  }, 60_000);

  test("a broken guardrail is only told if the plan does not say more", async () => {
    const id = await run({ plan: { guardrails: ["cancellations", "refunds"] } });
    await visit(id, "control", 300, 300);
    await visit(id, "b", 300, 300, (order) =>
      /[357]-o$/.test(order) ? [make.cancelled(`c${order}`, order, { occurred_at: at })] : [],
    );
    await watch();
    expect(await get(id)).toMatchObject({ alert: { kind: "cancellations", variant: "b", paused: false } });
    expect(await get(id)).not.toHaveProperty("paused_at");
  }, 60_000);
});
