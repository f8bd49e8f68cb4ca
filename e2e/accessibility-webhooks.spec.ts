import { expect, rowsOf } from "./fixtures.ts";
import { walk } from "./visit.ts";

walk("webhooks, from none to why a signature does not fit", async (visit) => {
  const { merchant, page } = visit;
  await visit.opens("/webhooks");
  await visit.looksAt("no endpoints");
  // Nothing listens on port 9.
  const made = { url: "http://127.0.0.1:9/hooks", events: ["order.edited"], enabled: true };
  const { body } = await merchant.api.call<{ id: string }>("POST", "/webhooks", made);
  await merchant.api.call("POST", `/webhooks/${body.id}/test`, { event_type: "order.edited" });
  await merchant.hasFailures(body.id, 30);
  await visit.opens(`/webhooks/${body.id}/edit`);
  await visit.looksAtLast("an endpoint that is changed");
  await visit.opens(`/webhooks/${body.id}/live`);
  await visit.looksAtLast("an endpoint's log as it grows");
  await visit.opens(`/webhooks/${body.id}`);
  await page.getByRole("button", { name: "Replay failed events" }).click();
  await expect(page.getByText("30 × The receiver responded with status 500.")).toBeVisible();
  await visit.looksAtLast("what a replay would send");
  await visit.opens(`/webhooks/${body.id}?status=exhausted`);
  await rowsOf(page).last().getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Planned attempts" })).toBeVisible();
  await visit.looksAt("a delivery");
  await page.getByRole("link", { name: "Verify signature" }).click();
  await page.getByLabel("Signing secret", { exact: true }).fill("whsec_another");
  await page.getByRole("button", { name: "Find out why" }).click();
  await expect(page.getByText("does not match").or(page.getByText("The header is missing.")).first()).toBeVisible();
  await visit.looksAtLast("a signature that does not fit");
  await visit.opens("/webhooks/find?search=evt_failed3");
  await visit.looksAtLast("an event that was found");
});
