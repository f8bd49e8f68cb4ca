import { expect, test } from "./fixtures.ts";

test("a page that is still loading shows its heading, and its list once the list is complete", async ({
  browser,
  page,
  merchant,
}) => {
  await merchant.api.create({ name: "Care kit", status: "active" });
  await merchant.opens("/upsells");
  const offer = page.getByRole("link", { name: "Care kit" });
  await expect(offer).toBeVisible();

  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: page.url() });
  const still = await context.newPage();
  const row = still.getByRole("link", { name: "Care kit" });
  let arrives = (html: string) => html.slice(0, html.indexOf("</table>"));
  await still.route(page.url(), async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: arrives(await answer.text()) });
  });
  await still.goto(page.url());
  await expect(still.getByRole("heading", { name: "Upsells", level: 1 })).toBeVisible();
  await expect(still.getByText("The offers your shop can show at checkout")).toBeVisible();
  await expect(still.locator("tbody tr")).toHaveCount(1);
  await expect(row).toBeHidden();

  arrives = (html) => html;
  await still.goto(page.url());
  await expect(row).toBeVisible();
  await context.close();
});
