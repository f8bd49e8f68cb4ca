import { admin, choosesProduct, expect, origin, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { goes, handy, phone, tap } from "./thumb.ts";

test.use(phone);

test("an offer is created, enabled, deleted and restored, and a bundle created, on a phone", async ({
  page,
  merchant,
}) => {
  await merchant.opens();
  await expect(page.getByRole("banner")).toContainText("Blue Bottle");
  await expect(page.getByRole("region", { name: "Mode" })).toBeInViewport();
  await handy(page, "the overview");

  await test.step("an offer is created, enabled, deleted and restored by Undo", async () => {
    await goes(page, "Upsells");
    await tap(page.getByRole("main"), "New offer", "link");
    await page.getByLabel("Name", { exact: true }).fill("Care kit");
    await choosesProduct(page.getByRole("combobox", { name: /^Product/ }).first(), "prod_kit");
    await page
      .getByRole("combobox", { name: /Trigger/ })
      .first()
      .fill("prod_boots,");
    await page.getByLabel("Value").fill("15");
    await handy(page, "an offer");
    await tap(page, "Create offer");
    await expect(page.getByRole("heading", { name: "Care kit", level: 1 })).toBeVisible();
    await merchant.opens("/upsells");
    await page.getByRole("checkbox", { name: "Select Care kit" }).tap();
    const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
    await expect(bulk).toBeInViewport();
    await handy(page, "a card that is chosen");
    await tap(bulk, "Switch on");
    await expect(rowOf(page, "Care kit")).toContainText("Active");
    await tap(page, "Actions for Care kit");
    await handy(page, "the menu of a card");
    await tap(page, "Delete", "menuitem");
    const deleted = toasts(page).getByRole("listitem").filter({ hasText: "will be deleted" });
    await tap(deleted, /^Undo/);
    await expect(rowOf(page, "Care kit")).toBeVisible();
  });

  await test.step("a bundle is created, and opened by a tap on its card", async () => {
    await goes(page, "Bundles");
    await tap(page.getByRole("main"), "New bundle", "link");
    await page.getByLabel("Name", { exact: true }).fill("Slow morning");
    await choosesProduct(page.getByRole("combobox", { name: "Product 1", exact: true }), "prod_beans");
    await tap(page, "Add product");
    await choosesProduct(page.getByRole("combobox", { name: "Product 2", exact: true }), "prod_filter");
    await page.getByLabel("Value").fill("10");
    await handy(page, "a bundle");
    await tap(page, "Create bundle");
    await expect(page.getByRole("heading", { name: "Slow morning", level: 1 })).toBeVisible();
    await goes(page, "Bundles");
    await rowOf(page, "Slow morning").tap();
    await expect(page.getByRole("heading", { name: "Slow morning", level: 1 })).toBeVisible();
  });
});

test("an experiment is read and planned, an order looked up and analytics opened, on a phone", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens();

  await test.step("an experiment is found and read", async () => {
    await goes(page, "Experiments");
    await page.getByRole("searchbox").fill("percent or");
    await expect(rowsOf(page)).toHaveCount(1);
    await rowsOf(page).first().tap();
    await expect(page.getByTestId("verdict")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await handy(page, "an experiment");
  });

  await test.step("the experiment gets another plan and a note", async () => {
    await page.getByText("For the statistician").tap();
    await tap(page, "Change plan");
    await page.getByLabel("Smallest change worth finding").fill("5");
    await handy(page, "a plan");
    await tap(page, "Save plan");
    await expect(toasts(page)).toContainText("saved for everybody");
    await page.getByLabel("New note").fill("Seen on the train.");
    await tap(page, "Add note");
    await expect(page.getByTestId("notes")).toContainText("Seen on the train.");
  });

  await test.step("an order is opened by its card, whose row has four facts, and another by its ID", async () => {
    await goes(page, "Orders");
    const id = (await rowsOf(page).nth(1).getByRole("link").first().getAttribute("href"))?.split("/").at(-1) ?? "";
    const facts = rowsOf(page).first().getByRole("cell").filter({ visible: true });
    await expect(facts).toHaveCount(5);
    for (const [at, label] of ["", "Placed", "Status", "Total", "Revenue from offers"].entries())
      if (label) await expect(facts.nth(at)).toHaveAttribute("data-label", label);
    await handy(page, "orders");
    await rowsOf(page).first().tap();
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
    await handy(page, "an order");
    await goes(page, "Orders");
    const search = page.getByRole("searchbox", { name: "Order, customer or product" });
    await search.fill(id);
    await search.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
    await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
  });

  await test.step("analytics show another period", async () => {
    await goes(page, "Analytics");
    await page.getByRole("combobox", { name: "Period", exact: true }).selectOption("7d");
    await expect(page).toHaveURL(/range=7d/);
    await handy(page, "figures");
  });
});

test("a long store name stays on one line of the header and is complete in the menu", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const name = "Kaffeerösterei Morgenstern am Großen Wannsee, Berlin";
  const person = ["--email", `solo@${merchant.store}.example`, "--name", "Solo", "--password", merchant.password];
  const place = ["--currency", "EUR", "--timezone", "Europe/Berlin", "--store-name", name];
  await admin("setup", ...person, "--store", `${merchant.store}-a`, ...place);
  const data = { email: `solo@${merchant.store}.example`, password: merchant.password };
  await page.context().clearCookies();
  await page.context().request.post(`${origin}/api/auth/sign-in/email`, { headers: { origin }, data });
  const shown = page.getByRole("banner").getByText(name);
  const isOneLine = async () => {
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      const box = await shown.evaluate((element) => ({
        lines: element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
        width: element.clientWidth,
        ends: getComputedStyle(element).textOverflow,
      }));
      expect(box).toEqual({ lines: expect.closeTo(1, 1), width: expect.any(Number), ends: "ellipsis" });
      expect(box.width).toBeGreaterThan(30);
      await handy(page, `a long name at ${width}`);
    }
  };
  await test.step("where it is the only store", async () => {
    await page.goto(`/${merchant.store}-a/sandbox`);
    await isOneLine();
    await tap(page, "Open navigation");
    await expect(page.getByRole("dialog").getByText(name)).toBeInViewport({ ratio: 1 });
  });
  await test.step("where it is one of two", async () => {
    await admin("setup", ...person, "--store", `${merchant.store}-b`, ...place.slice(0, -1), "Second");
    await page.goto(`/${merchant.store}-a/sandbox`);
    await isOneLine();
    await page.getByRole("button", { name: /^Switch store/ }).tap();
    await expect(page.getByRole("menuitemradio", { name })).toBeInViewport({ ratio: 1 });
  });
});
