import { colleague, drafts, read, runs, shop } from "./experiments.ts";
import { expect, type Page, rowOf, test, toasts, undoableDelete } from "./fixtures.ts";
import { press, tabTo } from "./keys-only.ts";
import { walk } from "./visit.ts";

const hypothesis = "A larger discount brings more orders.";
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

test("an experiment is started, paused, resumed, ended and copied by keyboard alone, and only a draft is deleted", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const { id: offer } = await merchant.api.create({ status: "active" });
  const id = await drafts(merchant, "Care kit at 30", offer, hypothesis);
  const menu = page.getByRole("menu");
  const opensMenu = async () => {
    await tabTo(page, "More actions", "button");
    await press(page, "Enter");
    await expect(menu).toBeVisible();
  };
  const chooses = async (name: string) => {
    await opensMenu();
    const item = menu.getByRole("menuitem", { name, exact: true });
    for (let presses = 0; presses < 10 && !(await item.evaluate((one) => one === document.activeElement)); presses++)
      await press(page, "ArrowDown");
    await press(page, "Enter");
  };
  const offered = async () => {
    const names = await menu.getByRole("menuitem").allTextContents();
    await press(page, "Escape");
    return names;
  };

  await test.step("a draft starts once it is confirmed", async () => {
    await merchant.opens(`/experiments/${id}`);
    await expect(page.getByTestId("verdict")).toHaveText("This experiment has not started yet.");
    await expect(page.getByText("The plan can be changed until the experiment starts.")).toBeVisible();
    await opensMenu();
    expect(await offered()).toEqual(["Duplicate as new", "Delete draft"]);
    await tabTo(page, "Start…", "button", "Shift+Tab");
    await press(page, "Enter");
    await expect(page.getByRole("alertdialog")).toContainText("The plan is frozen");
    await tabTo(page, "Start experiment", "button");
    await press(page, "Enter");
    await expect(toasts(page)).toContainText("The experiment has started.");
    expect(await read(merchant, id)).toMatchObject({ status: "running" });
  });

  await test.step("it runs without visitors", async () => {
    await expect(page.getByTestId("verdict")).toContainText("It is too early for a verdict");
    await expect(page.getByText("As it was when the experiment started.")).toBeVisible();
  });

  await test.step("it is paused and resumed", async () => {
    await chooses("Pause");
    await expect(page.getByText("Paused since")).toBeVisible();
    await expect(page.getByRole("button", { name: "Resume" })).toBeEnabled();
    await tabTo(page, "Resume", "button");
    await press(page, "Enter");
    await expect(page.getByText("Paused since")).toHaveCount(0);
  });

  await test.step("it ends without a decision", async () => {
    await chooses("End without a decision…");
    await tabTo(page, "End experiment", "button");
    await press(page, "Enter");
    await expect(toasts(page)).toContainText("The experiment has ended.");
    expect(await read(merchant, id)).toMatchObject({ status: "completed" });
    expect(await read(merchant, id)).not.toHaveProperty("winner");
    await expect(page.getByRole("button", { name: "Keep as it is…" })).toBeVisible();
    await opensMenu();
    expect(await offered()).toEqual(["Duplicate as new"]);
  });

  await test.step("a copy is scheduled", async () => {
    await chooses("Duplicate as new");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Care kit at 30 (copy)");
    await tabTo(page, /Check and start/, "button", "Shift+Tab");
    await press(page, "Enter");
    await page.getByLabel("First day").fill(day(2));
    await tabTo(page, "Save and schedule", "button");
    await press(page, "Enter");
    await expect(toasts(page)).toContainText("“Care kit at 30 (copy)” was saved and starts on the planned day.");
    await expect(page.getByTestId("planned")).toContainText("It starts on");
    const copy = await read(merchant, new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect(copy).toMatchObject({ status: "draft", plan: { starts_at: expect.stringContaining(day(1)) } });
  });

  await test.step("the copy is deleted, because it has not started", async () => {
    await chooses("Delete draft");
    await expect(undoableDelete(page)).toBeVisible();
    await expect(rowOf(page, "Care kit at 30")).toBeVisible();
    await expect(rowOf(page, "Care kit at 30 (copy)")).toHaveCount(0);
  });
});

walk("an experiment without visitors", async (visit) => {
  const { merchant, page } = visit;
  const { id: offer } = await merchant.api.create({ status: "active" });
  const id = await runs(merchant, "Care kit at 30", offer, hypothesis);
  await visit.opens(`/experiments/${id}`);
  await expect(page.getByTestId("verdict")).toContainText("control has no conversions so far");
  await visit.looksAt("an experiment without visitors");
  await page.getByRole("button", { name: "Ship a variant…" }).click();
  await expect(page.getByTestId("ship-diff")).toBeVisible();
  await visit.looksAtLast("a variant to be shipped");
  for (const operation of ["results", "get"] as const) {
    await test.step(`${operation} fails`, async () => {
      await leavesToBrowser(page, id, operation);
      const reads = `**/checkout/experiments/${id}${operation === "get" ? "" : "/results"}`;
      const failure = { status: 500, json: { error: { code: "server_error", message: "Out of order." } } };
      await page.route(reads, (route) => route.fulfill(failure));
      await merchant.opens("/experiments");
      await rowOf(page, "Care kit at 30").getByRole("link").click();
      const problem = page.getByRole("alert").filter({ hasText: "Out of order." });
      await expect(problem).toBeVisible();
      await expect(page.getByTestId("verdict")).toHaveCount(0);
      if (operation === "get") await visit.looksAt("an experiment that cannot be read");
      await page.unroute(reads);
      await problem.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByTestId("verdict")).toBeVisible();
      await expect(page.getByTestId("planned")).toBeVisible();
    });
  }
});

/** Removes the result of a read from the page that the server sends, as if the server had not been able to make it. */
function leavesToBrowser(page: Page, id: string, operation: string): Promise<unknown> {
  return page.route(`**/experiments/${id}?*`, async (route) => {
    const answer = await route.fetch();
    const named = new RegExp(`(experiments\\\\*",\\\\*")${operation}(\\\\*",)`, "g");
    // A name of the same length, because the page says how long its texts are.
    const other = [...operation].reverse().join("");
    await route.fulfill({ response: answer, body: (await answer.text()).replace(named, `$1${other}$2`) });
  });
}

test("two people: what one decides, the other cannot decide again, and an offer that is gone is left out", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/404/);
  const { id: offer } = await merchant.api.create({ status: "active" });
  const id = await runs(merchant, "Care kit at 30", offer, hypothesis);
  await shop(merchant, id, { control: 60, variant_a: 150 });
  await merchant.opens(`/experiments/${id}`);
  await page.getByRole("button", { name: "Ship the winner…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("More orders.");
  const kept = await merchant.api.call("POST", `/experiments/${id}/decisions`, { outcome: "keep", reason: "Margin." });
  expect(kept.status).toBe(200);
  await dialog.getByRole("button", { name: "Ship and end" }).click();
  await expect(dialog.getByRole("alert")).toContainText("was recorded in the meantime");
  await expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
  expect(await merchant.api.find(offer)).toMatchObject({ discount: { value: 15 }, placement: "post_purchase" });
  await merchant.api.call("DELETE", `/upsells/${offer}`);
  await dialog.getByRole("button", { name: "Go on with the rest" }).click();
  await expect(dialog.getByText(`Not found, so left out: ${offer}`)).toBeVisible();
  await expect(dialog.getByText("There is nothing left to change.")).toBeVisible();
});

test("a draft does not start with an offer that is gone, and a page of a draft that was deleted says so", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/40[49]/);
  const { id: offer } = await merchant.api.create({ status: "active" });
  const id = await drafts(merchant, "Care kit at 30", offer, hypothesis);
  await merchant.opens(`/experiments/${id}`);
  await merchant.api.call("DELETE", `/upsells/${offer}`);
  await page.getByRole("button", { name: "Start…" }).click();
  await page.getByRole("button", { name: "Start experiment" }).click();
  await expect(toasts(page)).toContainText(`The offer ${offer} does not exist.`);
  await colleague(merchant, "DELETE", id);
  await expect(page.getByText("This draft was deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start…" })).toHaveCount(0);
  await page.getByRole("link", { name: "Show all experiments" }).click();
  await expect(page.getByRole("heading", { name: "Experiments", level: 1 })).toBeVisible();
});

test("an experiment without a plan is ended where its verdict advises to end it", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const variants = [{ name: "control" }, { name: "variant_a" }];
  const { body } = await merchant.api.call<{ id: string }>("POST", "/experiments", { name: "Wording", variants });
  await merchant.api.call("PATCH", `/experiments/${body.id}`, { status: "running" });
  await merchant.opens(`/experiments/${body.id}`);
  await page.getByRole("button", { name: "End experiment" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End experiment" }).click();
  await expect(toasts(page)).toContainText("The experiment has ended.");
  await expect(page.getByRole("button", { name: "End experiment" })).toHaveCount(0);
  const analyst = await merchant.as("analyst");
  await analyst.opens(`/experiments/${body.id}`);
  await expect(analyst.page.getByRole("button", { name: "End experiment" })).toHaveCount(0);
});
