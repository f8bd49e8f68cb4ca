import { expect, rowOf, rowsOf, test } from "./fixtures.ts";

test("the demo shop's experiments are called correctly, and lead from the overview to their reasons", async ({
  page,
  merchant,
}) => {
  // The demo shop alone takes half of it.
  test.setTimeout(150_000);
  await merchant.hasDemoShop();
  await merchant.opens("/experiments");
  await expect(rowsOf(page)).toHaveCount(9);
  const row = (name: string) => rowOf(page, name);
  await expect(row("Percent or amount off")).toContainText("Split is broken");
  await expect(row("Grinder offer: picture or words")).toContainText("variant_a is better");
  await expect(row("Free filters or ten percent off")).toContainText("variant_a is worse");
  // Whoever looked at a plain p-value every evening would have called this one.
  await expect(row("One offer or two")).toContainText("Not decided");
  await expect(row("Bundle box in the cart")).toContainText("Too early");
  await expect(row("Three placements of one offer")).toContainText("Not started");

  await page.getByRole("button", { name: "Verdict", exact: true }).click();
  await expect(rowsOf(page).first()).toContainText("Percent or amount off");
  await merchant.opens("/experiments?status=completed");
  await expect(row("One offer or two")).toBeVisible();
  await expect(row("Percent or amount off")).toHaveCount(0);

  await test.step("the false winner", async () => {
    await row("One offer or two").getByRole("link").click();
    await expect(page.getByTestId("verdict")).toContainText("It ended without an answer.");
    await expect(page.getByTestId("forest")).toContainText("open");
    await expect(page.getByTestId("audit")).not.toContainText("contradict");
  });

  await test.step("the overview leads to what waits", async () => {
    await merchant.opens();
    await page.getByRole("link", { name: /experiments? to decide/ }).click();
    await expect(page).toHaveURL(/decide=true/);
    await expect(row("Percent or amount off")).toContainText("Split is broken");
    await expect(row("Bundle box in the cart")).toHaveCount(0);
  });

  await test.step("the broken split", async () => {
    await row("Percent or amount off").getByRole("link").click();
    const verdict = page.getByTestId("verdict");
    await expect(verdict).toContainText("The visitors are not split as planned");
    await expect(page.getByTestId("forest")).toContainText("means nothing");
    // The first paint has it, without any script.
    const html = await (await page.request.get(page.url())).text();
    expect(html).toContain("The visitors are not split as planned");

    await page.getByRole("button", { name: "Change split" }).click();
    await page.getByLabel("control", { exact: true }).fill("five");
    await page.getByRole("button", { name: "Save split" }).click();
    await expect(page.getByLabel("control", { exact: true })).toHaveAccessibleDescription(/above 0/);
  });
});

test("a store without experiments says what they are for, and one that cannot be read says why", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of (404|500)/);
  await merchant.opens("/experiments");
  await expect(page.getByRole("heading", { name: "No experiments yet" })).toBeVisible();
  await merchant.opens("/experiments/exp_nobody");
  await expect(page.getByRole("alert").filter({ hasText: "exp_nobody" })).toBeVisible();
});
