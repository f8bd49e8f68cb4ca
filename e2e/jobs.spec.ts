import type { Merchant } from "./fixtures.ts";
import { admin, expect, origin, rowOf, rowsOf, test } from "./fixtures.ts";

async function start(merchant: Merchant, body: object): Promise<string> {
  const address = `${origin}/api/${merchant.store}/sandbox/desk/jobs`;
  const answer = await merchant.page.context().request.post(address, { headers: { origin }, data: body });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

test("a store without background jobs says so", async ({ page, merchant }) => {
  await merchant.opens();
  await page.getByRole("link", { name: "Background jobs", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No background jobs yet" })).toBeVisible();
});

test("disabling several offers is a background job with an outcome for each offer", async ({ page, merchant }) => {
  for (const name of ["A", "B", "C"]) await merchant.api.create({ name, status: "active" });
  await merchant.opens("/upsells");
  await page.getByRole("checkbox", { name: "Select all rows on this page" }).check();
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await bulk.getByRole("button", { name: "Switch off" }).click();
  await expect(rowOf(page, "C")).toContainText("Inactive");
  await page.getByRole("link", { name: "Background jobs", exact: true }).click();
  await page.getByRole("link", { name: "Switch off offers" }).click();
  await expect(page.getByRole("heading", { name: "Switch off offers" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("3 of 3");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).first()).toContainText("Done");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download outcomes" }).click();
  expect((await download).suggestedFilename()).toMatch(/^outcome-job_.*\.csv$/);
});

test("failed items of a background job are listed, and retried on request only", async ({ page, merchant }) => {
  const { id: kept } = await merchant.api.create({ name: "Kept" });
  const id = await start(merchant, { kind: "disable_upsells", ids: [kept, "ups_none"] });
  await merchant.opens(`/jobs/${id}`);
  await expect(page.getByRole("button", { name: "Retry failed items (1)" })).toBeVisible();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitem", { name: "Status" }).click();
  await page.getByRole("checkbox", { name: "Failed" }).check();
  await page.keyboard.press("Escape");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText("ups_none");
  await page.getByRole("button", { name: "Retry failed items (1)" }).click();
  await expect(page.getByRole("button", { name: "Retry failed items (1)" })).toBeVisible();

  const analyst = await merchant.as("analyst");
  await analyst.opens(`/jobs/${id}`);
  await expect(rowsOf(analyst.page)).toHaveCount(2);
  await expect(analyst.page.getByRole("button", { name: /Retry|Cancel|Pause|Resume/ })).toHaveCount(0);
});

test("an export job makes a CSV file of the filtered offers", async ({ page, merchant }) => {
  await merchant.fillsSandbox();
  const id = await start(merchant, {
    kind: "export_csv",
    params: { resource: "upsells" },
    filter: { status: "active" },
  });
  await merchant.opens(`/jobs/${id}`);
  const link = page.getByRole("link", { name: "Download file" });
  await expect(link).toBeVisible();
  const download = page.waitForEvent("download");
  await link.click();
  const stream = await (await download).createReadStream();
  let text = "";
  for await (const chunk of stream) text += chunk;
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toMatch(/^id,name,status,/);
  expect(lines.slice(1).every((line) => line.includes(",active,"))).toBe(true);
});

test("a paused job is shown on every page and can be cancelled", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/502/);
  const { id: offer } = await merchant.api.create();
  await merchant.opens();
  // The checkout service rejects revoked keys, so the job cannot run.
  const keys = await admin<{ id: string; name: string }[]>("keys", "list", "--store", merchant.store);
  for (const { id, name } of keys) if (name.startsWith("Dashboard")) await admin("keys", "revoke", id);
  await start(merchant, { kind: "enable_upsells", ids: [offer] });
  const sign = page.getByRole("link", { name: "1 job is paused" });
  await expect(sign).toBeVisible();
  await page.reload();
  await sign.click();
  await expect(page.getByRole("main")).toContainText("rejected the stored sandbox key");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("main")).toContainText("Cancelled");
  await expect(sign).toHaveCount(0);
});
