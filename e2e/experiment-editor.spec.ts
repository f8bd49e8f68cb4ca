import type { Page } from "@playwright/test";
import { barriers, painted } from "./barriers.ts";
import { colleague } from "./experiments.ts";
import { draftKept, expect, type Merchant, rowOf, test, toasts } from "./fixtures.ts";
import { command, press, tabTo } from "./keys-only.ts";
import { tellOf } from "./shoppers.ts";

type Experiment = {
  id: string;
  name: string;
  status: string;
  variants: { name: string; weight: number; label?: string; changes?: Record<string, unknown> }[];
  plan: Record<string, unknown>;
};

const summary = (page: Page) => page.getByRole("alert").filter({ hasText: "your attention" });
const step = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const readBack = (page: Page) => page.getByTestId("read-back");
const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();
const offer = (merchant: Merchant) => merchant.api.create({ name: "Care kit", status: "active" });
const all = async (merchant: Merchant) =>
  (await merchant.api.call<{ data: Experiment[] }>("GET", "/experiments")).body.data;

async function plans(merchant: Merchant, fields: object = {}): Promise<Experiment> {
  const { id } = await offer(merchant);
  const changes = { offers: [{ upsell_id: id, discount: { type: "percentage", value: 25 } }], bundles: [] };
  const variants = [
    { name: "control", weight: 1 },
    { name: "variant_a", weight: 1, label: "Bigger discount", changes },
  ];
  const plan = { metric: "acceptance", effect: 0.2, traffic: 0.5, audience: { device: "mobile" } };
  const body = { name: "Care kit at 25", variants, plan, ...fields };
  const created = await merchant.api.call<Experiment>("POST", "/experiments", body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return created.body;
}

test("a merchant plans and starts an experiment with the keyboard alone", async ({ page, merchant }) => {
  const { id } = await offer(merchant);
  await merchant.opens("/experiments");
  await expect(page.getByText("Test a discount, a product")).toBeVisible();
  await command(page, "New experiment");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.type("Care kit at 25");
  await tabTo(page, "Change an offer", "button");
  await press(page, "Enter");
  await expect(page.getByRole("combobox", { name: "Offer" })).toBeFocused();
  await page.keyboard.type("care");
  await expect(page.getByRole("option", { name: "Care kit" })).toContainText("15% off");
  await press(page, "ArrowDown", "Enter");
  await tabTo(page, "Discount", "textbox");
  await page.keyboard.type("25");
  await expect(readBack(page)).toContainText("25% off instead of 15% off");
  // Enter leads on, as it does in a form with one button.
  await press(page, "Enter");
  await expect(step(page, "Who takes part")).toBeFocused();
  await expect(page).toHaveURL(/step=visitors/);
  await tabTo(page, "Device", "combobox");
  await page.keyboard.type("Only phones");
  await expect(readBack(page)).toContainText("All visitors on phones take part.");
  await expect(readBack(page)).toContainText("Half of them see “Variant A”:");
  await tabTo(page, "Next", "button");
  await press(page, "Enter");
  await expect(step(page, "What decides")).toBeFocused();
  await expect(page.getByTestId("plan-facts")).toContainText(
    "The offers that this plan changes were shown to 0 visitors in the last 28 days",
  );
  await tabTo(page, "Refunds", "checkbox");
  await press(page, "Space");
  await tabTo(page, "Next", "button");
  await press(page, "Enter");
  await expect(step(page, "Check and start")).toBeFocused();
  await expect(readBack(page)).toContainText("The experiment pauses if a variant becomes worse in this: refunds.");
  await tabTo(page, "Start now", "button");
  await press(page, "Enter");
  await expect(toasts(page)).toContainText("“Care kit at 25” has started.");
  await expect(page.getByRole("heading", { name: "Care kit at 25", level: 1 })).toBeVisible();
  const [started] = await all(merchant);
  expect(started).toMatchObject({
    status: "running",
    variants: [
      { name: "control", weight: 1 },
      { name: "variant_a", changes: { offers: [{ upsell_id: id, discount: { type: "percentage", value: 25 } }] } },
    ],
    plan: { metric: "conversion", traffic: 1, guardrails: ["refunds"], audience: { device: "mobile" } },
  });
});

test("a variant can change how long a declined offer rests", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.opens("/experiments/new");
  await page.getByLabel("Name", { exact: true }).fill("Two days of rest");
  await page.getByRole("button", { name: "Change how offers are limited" }).click();
  await expect(page.getByLabel("Maximum offers per checkout")).toHaveAccessibleDescription("Now: 3");
  await next(page);
  await expect(summary(page).getByRole("button", { name: /Variant 2: Number and pause of offers/ })).toBeVisible();
  await page.getByLabel("Pause after an offer was declined (hours)").fill("48");
  await expect(readBack(page)).toContainText("Declined offers return after 48 hours at the earliest");
  await next(page);
  await expect(step(page, "Who takes part")).toBeFocused();
});

test("errors stand at their fields, in whichever step they are", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/409/);
  const { id } = await offer(merchant);
  await merchant.opens("/experiments/new");
  await next(page);
  await expect(summary(page)).toContainText("2 things need your attention");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Enter a name\./);
  await summary(page)
    .getByRole("button", { name: /Variant 2: Changes/ })
    .click();
  await expect(page.getByRole("button", { name: "Change an offer" })).toBeFocused();
  await press(page, "Enter");
  await page.getByLabel("Name", { exact: true }).fill("Care kit at 125");
  await page.getByRole("combobox", { name: "Offer" }).fill("Care kit");
  await page.getByRole("textbox", { name: "Discount", exact: true }).fill("125");
  await next(page);
  await expect(page.getByRole("textbox", { name: "Discount", exact: true })).toHaveAccessibleDescription(
    /between 1 and 100/,
  );
  await page.getByRole("textbox", { name: "Discount", exact: true }).fill("25");
  await next(page);

  await test.step("an error of an earlier step leads back to it", async () => {
    await page.getByRole("textbox", { name: "Share of visitors who take part" }).fill("0");
    await page.getByRole("button", { name: "Check and start" }).click();
    await page.getByRole("button", { name: "Start now" }).click();
    const traffic = page.getByRole("textbox", { name: "Share of visitors who take part" });
    await expect(traffic).toBeFocused();
    await expect(traffic).toHaveAccessibleDescription(/between 1 % and 100 %/);
    await traffic.fill("100");
  });

  await test.step("what only the service knows is said at the field, and the draft is created only once", async () => {
    await merchant.api.call("PUT", `/upsells/${id}`, { status: "inactive" });
    await page.getByRole("button", { name: "Check and start" }).click();
    await page.getByRole("button", { name: "Start now" }).click();
    const picker = page.getByRole("combobox", { name: "Offer" });
    await expect(picker).toBeFocused();
    await expect(picker).toHaveAccessibleDescription(/not active/);
    await expect(page.getByText("saved as a draft, but it has not started")).toBeVisible();
    await merchant.api.call("PUT", `/upsells/${id}`, { status: "active" });
    await page.getByRole("button", { name: "Check and start" }).click();
    await page.getByRole("button", { name: "Start now" }).click();
    await expect(toasts(page)).toContainText("has started");
    expect(await all(merchant)).toMatchObject([{ status: "running" }]);
  });
});

test("entries are kept and restored, a draft is edited, copied and deleted", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const draft = await plans(merchant);
  await merchant.opens(`/experiments/${draft.id}/edit?step=decision`);
  const kept = draftKept(page);
  await page.getByRole("textbox", { name: "Smallest change that matters" }).fill("30");
  await kept;
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Smallest change that matters" })).toHaveValue("20");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("textbox", { name: "Smallest change that matters" })).toHaveValue("30");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  const saved = (await merchant.api.call<Experiment>("GET", `/experiments/${draft.id}`)).body;
  expect(saved).toMatchObject({ status: "draft", variants: draft.variants, plan: { ...draft.plan, effect: 0.3 } });

  await test.step("a copy is a new draft", async () => {
    await merchant.opens(`/experiments/new?from=${draft.id}`);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Care kit at 25 (copy)");
    await expect(readBack(page)).toContainText("50% of the visitors on phones take part.");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(toasts(page)).toContainText("was saved");
    expect((await all(merchant)).map(({ status }) => status)).toEqual(["draft", "draft"]);
  });

  await test.step("a draft is deleted, an experiment that runs is not edited", async () => {
    await merchant.api.call("PATCH", `/experiments/${draft.id}`, { status: "running" });
    await merchant.opens(`/experiments/${draft.id}/edit`);
    await expect(page.getByText("its variants can no longer change")).toBeVisible();
    const [copy] = (await all(merchant)).filter(({ status }) => status === "draft");
    await merchant.opens(`/experiments/${copy?.id}/edit`);
    await page.getByRole("button", { name: "Delete draft" }).click();
    await expect(page.getByRole("heading", { name: "Experiments", level: 1 })).toBeVisible();
    await toasts(page).getByRole("button", { name: "Undo" }).waitFor();
    await expect(rowOf(page, "(copy)")).toHaveCount(0);
  });
});

test("what somebody enters in a draft stays, even if a colleague starts or deletes the draft", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/40[49]/);
  const name = page.getByLabel("Name", { exact: true });
  const saves = async () => {
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("button", { name: "Save as a new experiment" }).click();
    await expect(page.getByRole("heading", { name: "Care kit at 35", level: 1 })).toBeVisible();
  };
  for (const [method, change, news] of [
    ["PATCH", { status: "running" }, "This experiment has started in the meantime, and its plan is frozen."],
    ["DELETE", undefined, "This draft was deleted."],
  ] as const) {
    const { id } = await plans(merchant);
    const listening = page.waitForResponse((answer) => answer.url().includes("/desk/live?"));
    await merchant.opens(`/experiments/${id}/edit`);
    await listening;
    await name.fill("Care kit at 35");
    await colleague(merchant, method, id, change);
    await expect(page.getByText(news)).toBeVisible();
    await expect(page.getByText("Somebody else has changed this")).toHaveCount(0);
    await expect(name).toHaveValue("Care kit at 35");
    await page.getByRole("button", { name: "Who takes part" }).click();
    await page.getByRole("textbox", { name: "Share of visitors who take part" }).fill("40");
    await saves();
    expect(await all(merchant)).toContainEqual(
      expect.objectContaining({
        name: "Care kit at 35",
        status: "draft",
        plan: expect.objectContaining({ traffic: 0.4 }),
      }),
    );
  }
});

test("a plan says how long it takes, and what helps if that is too long", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const { id } = await plans(merchant, {
    plan: { metric: "conversion", effect: 0.5, traffic: 0.5, audience: {}, guardrails: ["refunds"] },
  });
  const changed = await merchant.api.call<{ data: { id: string }[] }>("GET", "/upsells");
  const at = (n: number) => new Date(Date.now() - (n % 20) * 86_400_000 - 3_600_000).toISOString();
  const visitor = (n: number) => ({ occurred_at: at(n), visitor_id: `visitor_${n}` });
  const visits = Array.from({ length: 1200 }, (_, n) => ({ id: `visit_${n}`, type: "visit", ...visitor(n) }));
  // Only these visitors can meet the change, and so only they count.
  const upsell_id = changed.body.data[0]?.id;
  const shown = visits
    .slice(0, 900)
    .map((visit, n) => ({ ...visit, id: `shown_${n}`, type: "offer.shown", upsell_id }));
  const orders = Array.from({ length: 300 }, (_, n) => {
    const ids = { id: `event_${n}`, order_id: `order_${n}`, platform_order_id: `${n}` };
    return { ...ids, type: "order.placed", ...visitor(n), total: 20 + n };
  });
  await tellOf(merchant.store, visits.slice(0, 900));
  await tellOf(merchant.store, visits.slice(900));
  await tellOf(merchant.store, shown);
  await tellOf(merchant.store, orders);
  await merchant.opens(`/experiments/${id}/edit?step=decision`);
  const facts = page.getByTestId("plan-facts");
  const effect = page.getByRole("textbox", { name: "Smallest change that matters" });
  await expect(facts).toContainText(/Conversion rate today ?33\.3%/);
  await expect(facts).toContainText(/Time at today’s traffic ?about \d+ (days|weeks)/);
  await expect(readBack(page)).toContainText(/A clear result takes about \d+/);
  await expect(facts).not.toContainText("Too little traffic");
  const chart = page.getByRole("slider", { name: "Chance to find the change, by day" });
  await chart.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /^Day \d+: Chance to find a change of 50% (8|9)\d/);
  await facts.getByRole("button", { name: "Explain “Chance to find the change”" }).click();
  await expect(page.getByRole("dialog").filter({ hasText: "also called power" })).toBeVisible();
  await page.keyboard.press("Escape");
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/plan.png`, fullPage: true });
  await effect.fill("15");
  await expect(facts).toContainText(/This plan would take about \d+ weeks/);
  await expect(facts).toContainText(/Let all visitors take part: about \d+ weeks/);
  await effect.fill("3");
  await expect(facts).toContainText(
    "The offers that this plan changes were shown to 900 visitors in the last 28 days.",
  );
  await expect(facts).toContainText("This plan would take more than a year.");
  await expect(facts).toContainText(/In 28 days, this traffic can show a change of \d+% or more in “[^”]+”/);
  await expect(facts).toContainText(/Look for a change of \d+% or more: about \d+ (days|weeks)/);
  await expect(readBack(page)).toContainText("A clear result takes more than a year at today’s traffic.");
  await page.getByRole("button", { name: "Who takes part" }).click();
  await page.getByRole("combobox", { name: "Device" }).selectOption("mobile");
  await expect(readBack(page)).toContainText("more than a year at today’s traffic, and longer with your conditions.");
  await page.getByRole("button", { name: "What decides" }).click();
  await expect(facts).toContainText("Only some of them meet your conditions, so the experiment takes longer.");
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/slow.png`, fullPage: true });
  await effect.fill("900");
  await expect(facts).toContainText("A change of 900% is more than this figure can rise.");
});

test("a condition on the cart and a bundle price exclude each other, and both steps say so", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 404 .*bundles/);
  const pricing = { type: "percentage_off", value: 20 };
  const changes = { offers: [], bundles: [{ bundle_id: "bun_set", pricing }] };
  const draft = await plans(merchant, { variants: [{ name: "control" }, { name: "variant_a", changes }] });
  await merchant.opens(`/experiments/${draft.id}/edit?step=visitors`);
  await expect(page.getByText("Leave the conditions on the cart empty")).toBeVisible();
  const least = page.getByRole("textbox", { name: "Cart value from" });
  await least.fill("20");
  await next(page);
  await expect(least).toBeFocused();
  await expect(least).toHaveAccessibleDescription(/a variant changes a bundle/);
  await page.getByRole("button", { name: "What is tested" }).click();
  await page.getByRole("button", { name: "Remove: Change 1" }).click();
  await expect(page.getByRole("button", { name: "Change an offer" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Change a bundle price" })).toBeDisabled();
  await expect(page.getByText("Bundle prices cannot change while")).toBeVisible();
});

test("each step is accessible, wide and on a phone, in both themes", { tag: "@long" }, async ({ page, merchant }) => {
  const { id } = await plans(merchant);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const at of ["tested", "visitors", "decision", "check"]) {
      await merchant.opens(`/experiments/${id}/edit?step=${at}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await painted(page);
        if (process.env.PICTURES) {
          const path = `${process.env.PICTURES}/${at}-${size.width}-${colorScheme}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        const found = await barriers(page, colorScheme === "dark" ? "colours" : "all");
        expect.soft(found, `${at} at ${size.width} in ${colorScheme}`).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    }
  }
});
