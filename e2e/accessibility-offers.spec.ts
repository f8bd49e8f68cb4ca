import { expect, rowsOf, toasts } from "./fixtures.ts";
import { Visit, walk } from "./visit.ts";

walk("offers, from an empty list to a failed one", async (visit) => {
  const { merchant, page } = visit;
  await visit.opens("/upsells");
  await visit.looksAtLast("no upsells");
  await visit.opens("/upsells/new");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
  await visit.looksAt("a new offer with errors");
  const { id } = await merchant.api.create({ name: "A" });
  await merchant.api.create({ name: "B" });
  await visit.opens("/upsells/import");
  const lines = [
    "name;product_id;discount_type;discount_value;colour",
    "A;kit;percentage;15;",
    "W;w;percentage;150;red",
  ];
  await page.getByLabel("Or paste the contents").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByTestId("dry-run")).toContainText("Importing the lines would create second ones.");
  await visit.looksAtLast("an import that was looked through");
  await visit.opens(`/upsells/${id}`);
  await page.getByLabel("Value").fill("20");
  await visit.looksAtLast("an offer that was changed");
  await visit.opens("/upsells?search=nothing");
  await visit.looksAtLast("upsells without results");
  await visit.opens("/upsells");
  await page.getByRole("button", { name: "Actions for A" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await visit.looksAt("the menu of a row");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  // The countdown stops while the notice has the focus.
  await expect(toasts(page)).toBeVisible();
  await page.keyboard.press("F8");
  await expect(rowsOf(page)).toHaveCount(1);
  await visit.looksAt("a deletion that counts down");
  await page.route("**/checkout/upsells?*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole("searchbox").fill("a");
  await expect(page.getByRole("alert").filter({ hasText: "The request failed" })).toBeVisible();
  await visit.looksAtLast("upsells that failed");
});

walk("bundles, no jobs, and the explanation of a word", async (visit) => {
  const { merchant, page } = visit;
  await visit.opens("/bundles");
  await visit.looksAtLast("no bundles");
  await visit.opens("/bundles/new");
  await page.getByRole("radio", { name: "Build a box" }).check();
  await page.getByRole("button", { name: "Create bundle" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toBeVisible();
  await visit.looksAt("a new bundle with errors");
  const { id, name } = await merchant.api.createBundle();
  await visit.opens(`/bundles/${id}`);
  await expect(page.getByTestId("sums")).toContainText("are missing");
  await visit.looksAt("a bundle and what it costs");
  const analyst = new Visit(await merchant.as("analyst"));
  await analyst.opens(`/bundles/${id}`);
  await expect(analyst.page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(analyst.page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await analyst.looksAtLast("a bundle only to read");

  await visit.opens("/jobs");
  await visit.looksAtLast("no jobs");
  await visit.opens("/activity");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText(/entr(ies are|y is) unaltered/)).toBeVisible();
  const mark = page.getByRole("button", { name: "Explain “Integrity check”" });
  await mark.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "The chain" })).toBeFocused();
  await visit.looksAt("what a word means");
  await page.keyboard.press("Escape");
  await expect(mark).toBeFocused();
});
