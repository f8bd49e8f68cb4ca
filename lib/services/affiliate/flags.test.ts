import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { click } from "../../database/schema/affiliate-sales.ts";
import { dayIn } from "../../days.ts";
import { openEarnings } from "../../testing/affiliate/earnings.ts";
import { openProgram, type Program } from "../../testing/affiliate/program.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { newId } from "../kernel/ids.ts";
import { mintClickId } from "./click-ids.ts";
import { keyFor } from "./environment.ts";
import { flagsFor, normalizeEmail, type Seen } from "./flags.ts";

process.env.CARTWRIGHT_SECRET ??= "a secret of at least thirty-two characters";

const at = new Date("2026-03-01T10:00:00Z");
const seen = (more: Partial<Omit<Seen, "order">> & { order?: Partial<Seen["order"]> } = {}): Seen => ({
  affiliate: { email: "mira@example.com", payoutEmail: "money@mira.example" },
  clickedAt: null,
  sameNumber: [],
  sameAddress: [],
  otherClicks: 0,
  clicks: { day: 0, weekBefore: 0 },
  ...more,
  order: {
    attributionMethod: "link",
    couponCode: null,
    clickId: null,
    customerEmail: "buyer@example.com",
    createdAt: at,
    ...more.order,
  },
});
const buyer = (id: string, more: object = {}) => ({ id, email: `${id}@example.com`, theirs: true, ...more });

describe("a flag", () => {
  test("a flag is not raised for an ordinary order", () => {
    expect(flagsFor(seen())).toEqual([]);
    expect(flagsFor(seen({ order: { customerEmail: null }, clickedAt: new Date(at.getTime() - 10_000) }))).toEqual([]);
  });

  test.each([["mira@example.com"], ["Mira@Example.com"], ["m.i.r.a+shoes@example.com"], ["mo.ney+1@mira.example"]])(
    "a flag is raised for the buyer %s, who is the affiliate",
    (customerEmail) => {
      expect(flagsFor(seen({ order: { customerEmail } }))).toEqual([
        {
          code: "self_referral",
          severity: "high",
          evidence: { customer_email: customerEmail, affiliate_email: "mira@example.com" },
        },
      ]);
    },
  );

  test.each([["mira@example.org"], ["mira@mira.example"], ["amira@example.com"], ["mira@exam.ple.com"]])(
    "a flag is not raised for the buyer %s, who is not the affiliate",
    (customerEmail) => {
      expect(flagsFor(seen({ order: { customerEmail } }))).toEqual([]);
    },
  );

  test("a flag names the orders of other buyers, and the affiliate's own, from the same address", () => {
    const others = seen({ sameAddress: [buyer("ord_1"), buyer("ord_2", { theirs: false })] });
    expect(flagsFor(others)).toMatchObject([
      { code: "shared_ip", severity: "medium", evidence: { order_ids: ["ord_1"], orders_by_affiliate: 0 } },
    ]);
    const own = seen({ sameAddress: [buyer("ord_3", { email: "m.ira@example.com", theirs: false })] });
    expect(flagsFor(own)).toMatchObject([
      { code: "shared_ip", severity: "high", evidence: { order_ids: ["ord_3"], orders_by_affiliate: 1 } },
    ]);
    expect(flagsFor(seen({ otherClicks: 5 }))).toMatchObject([{ code: "shared_ip", severity: "low" }]);
    expect(flagsFor(seen({ otherClicks: 4 }))).toEqual([]);
  });

  test("a flag names a coupon that was used without a click", () => {
    const order = { attributionMethod: "coupon", couponCode: "MIRA10" } as const;
    expect(flagsFor(seen({ order }))).toEqual([
      { code: "coupon_without_click", severity: "low", evidence: { coupon_code: "MIRA10" } },
    ]);
    expect(flagsFor(seen({ order: { ...order, clickId: "clk_1" } }))).toEqual([]);
  });

  test("a flag names the orders with the same number", () => {
    expect(flagsFor(seen({ sameNumber: ["ord_1"] }))).toEqual([
      { code: "duplicate_order_number", severity: "high", evidence: { order_ids: ["ord_1"] } },
    ]);
  });

  test.each([
    [9, true],
    [10, false],
    [-3, true],
  ])("a flag names the seconds between click and order: %d", (seconds, flagged) => {
    const clickedAt = new Date(at.getTime() - seconds * 1000);
    const flag = { code: "fast_conversion", severity: "medium", evidence: { seconds } };
    expect(flagsFor(seen({ clickedAt }))).toMatchObject(flagged ? [flag] : []);
  });

  test.each([
    [50, 0, true],
    [49, 0, false],
    [100, 140, true],
    [99, 140, false],
  ])(
    "a flag is raised if a link has many more clicks than usual: %d, after %d in a week",
    (day, weekBefore, flagged) => {
      const flag = { code: "click_spike", evidence: { clicks_that_day: day } };
      expect(flagsFor(seen({ clicks: { day, weekBefore } }))).toMatchObject(flagged ? [flag] : []);
    },
  );

  test("compares email addresses by mailbox", () => {
    expect(normalizeEmail(" A.b+c@Example.COM")).toBe("ab@example.com");
    expect(normalizeEmail('"a@b"@example.com')).toBe('"a@b"@example.com');
  });
});

describe("a commission", () => {
  let services: TestServices;
  let program: Program;
  beforeAll(async () => {
    services = await openTestServices();
    program = await openProgram(services);
  });
  afterAll(() => services.close());

  test("a commission with flags stays pending until a person reviews it", async () => {
    const shop = openEarnings(services, program);
    const { id, email } = await program.affiliate();
    const link = await program.link(id);
    await program.countClicks(link.id, id, 60);
    const ipHash = Buffer.alloc(32, 1);
    const clickedAt = new Date();
    const createdAt = new Date(clickedAt.getTime() + 2_900);
    const day = dayIn(program.timeZone, clickedAt);
    const common = { ipHash, orderNumber: "#same", linkId: link.id, createdAt, day };
    const clickId = mintClickId(keyFor("click-id"), link.id, clickedAt.getTime());
    const facts = { tenantId: program.tenantId, linkId: link.id, affiliateId: id, occurredAt: clickedAt, ipHash };
    const clicks = Array.from({ length: 5 }, () => ({ ...facts, id: newId("clk") }));
    await services.db.insert(click).values([{ ...facts, id: clickId }, ...clicks]);
    const first = await shop.sell(id, { ...common, orderNumber: "#1", customerKey: "c1" });
    const friend = await shop.sell(id, { ...common, customerKey: "c2", customerEmail: "friend@example.com" });
    const { sale } = await shop.sell(id, { ...common, clickId, customerKey: "c3", customerEmail: email });
    expect(first.sale.flags.map(({ code }) => code)).toEqual(["shared_ip", "click_spike"]);
    const { body } = await program.call("GET", `/commissions/${sale.id}`);
    expect(body.status).toBe("pending");
    expect(body.flags).toMatchObject([
      { code: "self_referral" },
      { code: "shared_ip", evidence: { order_ids: expect.arrayContaining([first.order.id, friend.order.id]) } },
      { code: "duplicate_order_number", evidence: { order_ids: [friend.order.id] } },
      { code: "fast_conversion", evidence: { seconds: 2 } },
      { code: "click_spike", evidence: { clicks_that_day: 60, usual_clicks_a_day: 0 } },
    ]);
    expect(body.flags[1].evidence.other_clicks).toBe(5);
    expect(JSON.stringify(body.flags)).not.toContain(ipHash.toString("hex"));
  });

  test("a commission of the same buyer's next order or of another store's order has no flag for the shared address", async () => {
    const shop = openEarnings(services, program);
    const { id } = await program.affiliate();
    const home = { ipHash: Buffer.alloc(32, 2), customerKey: "c9", orderNumber: "#home" };
    const other = await openProgram(services);
    await openEarnings(services, other).sell((await other.affiliate()).id, { ...home, customerKey: "c8" });
    await shop.sell(id, { ...home, orderNumber: "#before" });
    expect((await shop.sell(id, home)).sale.flags).toEqual([]);
  });
});
