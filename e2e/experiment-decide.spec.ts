import { read, runs, shop } from "./experiments.ts";
import { expect, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

test("a merchant sees that a variant wins, and ships it: the live offer changes, and the activity says what was before", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 400 .*\/decisions/);
  const variants = [{ id: "kit_brown", title: "Brown", price: 24.9, stock: 3 }];
  const product = { id: "prod_care_kit", title: "Care kit", price: 24.9, handle: "care-kit", variants };
  await merchant.api.call("PUT", "/products", { products: [product] });
  const { id: offer } = await merchant.api.create({ status: "active" });
  const hypothesis = "A larger discount brings more orders.";
  const id = await runs(merchant, "Discount on the care kit", offer, hypothesis, { title: "Care kit for boots" });
  await shop(merchant, id, { control: 60, variant_a: 150 });

  await merchant.opens(`/experiments/${id}`);
  await expect(page.getByTestId("verdict")).toContainText(
    /^“Thirty percent off” \(variant_a\) is better than control: its conversion rate is 150% higher/,
  );
  await expect(page.getByText("You may look as often as you like")).toHaveCount(1);
  await expect(page.getByTestId("planned")).toContainText("A larger discount brings more orders.");
  await expect(page.getByTestId("read-back")).toContainText(
    "30% off instead of 15% off, in the cart instead of after purchase",
  );
  await expect(page.getByTestId("guardrails")).toContainText("Not clearly worse");
  await expect(page.getByTestId("segments")).toHaveCount(0);

  await page.getByRole("button", { name: "Ship the winner…" }).click();
  const dialog = page.getByRole("dialog");
  const diff = dialog.getByTestId("ship-diff").locator("tbody").getByRole("row");
  await expect(diff).toHaveCount(3);
  await expect(diff.filter({ hasText: "Title" })).toContainText("Care kitCare kit for boots");
  await expect(diff.filter({ hasText: "Discount" })).toContainText("15% off30% off");
  await expect(diff.filter({ hasText: "Placement" })).toContainText("After purchaseIn the cart");
  await dialog.getByRole("button", { name: "Ship and end" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Fill in this field/);
  expect(await merchant.api.find(offer)).toMatchObject({ discount: { value: 15 } });

  await test.step("a write that fails is said, and the rest is made afterwards", async () => {
    await page.route("**/decisions", (route) => route.fulfill({ status: 400, body: "{}" }), { times: 1 });
    await dialog.getByLabel("Reason").fill("More shoppers order, and the margin allows it.");
    await dialog.getByRole("button", { name: "Ship and end" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Already changed: Care kit for boots");
    await expect(dialog).toContainText("There is nothing left to change.");
    expect(await read(merchant, id)).toMatchObject({ status: "running" });
    await dialog.getByRole("button", { name: "Go on with the rest" }).click();
  });

  await expect(toasts(page)).toContainText("was shipped, and the experiment has ended");
  expect(await merchant.api.find(offer)).toMatchObject({
    discount: { type: "percentage", value: 30 },
    placement: "cart",
  });
  const { body } = await merchant.api.call<{ data: object[] }>("GET", "/products?ids=prod_care_kit");
  expect(body.data).toMatchObject([{ ...product, title: "Care kit for boots" }]);
  expect(await read(merchant, id)).toMatchObject({ status: "completed", winner: "variant_a" });
  const decisions = page.getByTestId("decisions");
  await expect(decisions).toContainText("Shipped “Thirty percent off” (variant_a)");
  await expect(decisions).toContainText("More shoppers order, and the margin allows it.");
  await expect(decisions).toContainText("Olive Owner");
  await expect(page.getByRole("button", { name: /Ship/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Write it down" }).click();
  await page.getByLabel("What was learned").fill("Shoppers compare with the grinder.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("learned")).toHaveText("Shoppers compare with the grinder.");

  await merchant.opens("/activity");
  await expect(rowsOf(page).filter({ hasText: "Decided about an experiment" })).toContainText("Olive Owner");
  await rowsOf(page).filter({ hasText: "Changed an offer" }).getByRole("link").first().click();
  const row = (name: string) => page.getByRole("table", { name: "What changed" }).getByRole("row", { name });
  await expect(row("discount.value")).toContainText(/15\s*30/);
  await expect(row("placement")).toContainText(/post_purchase\s*cart/);
  for (const [address, found] of [
    ["search=grinder", 1],
    ["search=larger+discount", 1],
    ["search=bundle", 0],
    ["became=ship", 1],
    ["became=keep", 0],
  ] as const) {
    await merchant.opens(`/experiments?${address}`);
    await expect(rowOf(page, "Discount on the care kit"), address).toHaveCount(found);
  }
});

test("an experiment is paused and resumed, runs longer, and is kept as it was", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 400 .*\/decisions/);
  const { id: offer } = await merchant.api.create({ status: "active" });
  const id = await runs(merchant, "Care kit in the cart", offer, "Shoppers decide in the cart.");
  await shop(merchant, id, { control: 100, variant_a: 102 });
  await merchant.opens(`/experiments/${id}`);
  const act = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("Pause");
  await expect(page.getByText("Paused since")).toBeVisible();
  await merchant.opens("/experiments");
  await expect(rowOf(page, "Care kit in the cart")).toContainText("Paused");
  await rowOf(page, "Care kit in the cart").getByRole("link").click();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Paused since")).toHaveCount(0);

  await act("Run longer…");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Last day").fill("2020-01-01");
  await dialog.getByLabel("Reason").fill("The sale was in the way.");
  await dialog.getByRole("button", { name: "Run longer" }).click();
  await expect(dialog.getByLabel("Last day")).toHaveAccessibleDescription(/in the future/);
  await dialog.getByLabel("Last day").fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
  await dialog.getByRole("button", { name: "Run longer" }).click();
  await expect(page.getByTestId("amendments")).toContainText("Ends");
  await expect(page.getByTestId("decisions")).toContainText("The sale was in the way.");
  expect(await read(merchant, id)).toMatchObject({ status: "running" });

  await page.getByRole("button", { name: "Keep as it is…" }).click();
  await dialog.getByLabel("Reason").fill("No difference that matters.");
  await dialog.getByRole("button", { name: "End and keep" }).click();
  await expect(page.getByTestId("decisions")).toContainText("Kept as it was");
  expect(await read(merchant, id)).toMatchObject({ status: "completed", winner: "control" });
  expect(await merchant.api.find(offer)).toMatchObject({ discount: { value: 15 }, placement: "post_purchase" });
});
