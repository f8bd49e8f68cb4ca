import { expect, type Page, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  return (await (await download.createReadStream()).toArray()).join("");
}

test("the demo shop's experiments get the right verdicts, and one gets another split and plan, a note, an export and a link", {
  tag: "@long",
}, async ({ page, merchant, context, complaints }) => {
  complaints.expect(/status of 400 .*\/plan/);
  // Filling the demo shop takes half of this.
  await merchant.hasDemoShop();
  await merchant.opens("/experiments");
  await expect(rowsOf(page)).toHaveCount(11);
  const row = (name: string) => rowOf(page, name);
  await expect(row("Percent or amount off")).toContainText("Split broken");
  await expect(row("Grinder offer: picture or words")).toContainText("“Picture instead of words” is better");
  await expect(row("Free filters or ten percent off")).toContainText("“Ten percent off” is worse");
  const picture = row("Grinder offer: picture or words");
  await expect(picture).toContainText(/\+[\d.]+%\+[\d.]+% to \+[\d.]+%/);
  await expect(picture).not.toContainText("points");
  await expect(picture).toContainText("Picture instead of words variant_a");
  await expect(picture).toContainText(/for \d+ days?/);
  await expect(row("One offer or two")).toContainText(/[\d,]+of [\d,]+ needed/);
  await page.getByText("Points", { exact: true }).click();
  await expect(picture).toContainText(/\+[\d.]+ points\+[\d.]+ to \+[\d.]+ points/);
  await expect(picture).not.toContainText("%");
  await expect(page).toHaveURL(/scale=points/);
  await page.getByRole("radiogroup").getByText("Lift", { exact: true }).click();
  // A plain p-value, checked every evening, would have named a winner here.
  await expect(row("One offer or two")).toContainText("No clear difference");
  await expect(row("One offer or two")).not.toContainText("yet");
  await expect(row("Bundle box in the cart")).toContainText("Too early");
  await expect(row("Three placements of one offer")).toContainText("Not started");

  await page.getByRole("button", { name: "Verdict", exact: true }).click();
  await expect(rowsOf(page).first()).toContainText("Percent or amount off");
  await merchant.opens("/experiments?status=completed");
  await expect(row("One offer or two")).toBeVisible();
  await expect(row("Percent or amount off")).toHaveCount(0);

  await test.step("an experiment with a false winner ends without an answer", async () => {
    await row("One offer or two").getByRole("link").click();
    await expect(page.getByTestId("verdict")).toContainText("The experiment ended without a clear result.");
    await expect(page.getByTestId("next")).toContainText("Run the experiment again with more visitors");
    await expect(page.getByTestId("forest")).toContainText("Open");
    await expect(page.getByTestId("audit")).toBeHidden();
  });

  await test.step("the lift over time ends inside or outside “No difference”, as the verdict says", async () => {
    const figure = "([+−][\\d.,]+)%";
    const said = new RegExp(
      `${figure}, No difference ${figure} to ${figure}, Interval of the lift ${figure} to ${figure}`,
    );
    for (const [name, leaves] of [
      ["One offer or two", false] as const,
      ["Grinder offer: picture or words", true] as const,
    ]) {
      await merchant.opens("/experiments");
      await row(name).getByRole("link").click();
      // Opened once, the section is open on every experiment.
      if (!leaves) await page.getByText("For the statistician").click();
      const chart = page.getByRole("slider", { name: "Lift over time" });
      await chart.focus();
      await page.keyboard.press("End");
      await expect(chart).toHaveAttribute("aria-valuetext", said);
      const [lift, low, high, from, to] = (said.exec((await chart.getAttribute("aria-valuetext")) ?? "") ?? [])
        .slice(1)
        .map((text) => Number(text.replace("−", "-").replace(",", ""))) as [number, number, number, number, number];
      expect(low).toBe(-high);
      expect(lift > high || lift < low, `${name}: ${lift} of ${high}`).toBe(leaves);
      expect(lift > from && lift < to).toBe(true);
      await expect(page.locator("figure", { has: chart }).locator(".recharts-area-area")).toHaveCount(2);
    }
  });

  await test.step("the overview leads to the experiments to decide", async () => {
    await merchant.opens();
    await page.getByRole("link", { name: /experiments? to decide/ }).click();
    await expect(page).toHaveURL(/decide=true/);
    await expect(row("Percent or amount off")).toContainText("Split broken");
    await expect(row("Bundle box in the cart")).toHaveCount(0);
  });

  await test.step("a broken split is reported, and another split and plan are saved", async () => {
    await row("Percent or amount off").getByRole("link").click();
    const verdict = page.getByTestId("verdict");
    await expect(verdict).toContainText("The visitors are not split as planned");
    await expect(page.getByTestId("forest")).toContainText("Cannot be used");
    await expect(page.getByTestId("forest").locator("td")).toHaveCount(0);
    const html = await (await page.request.get(page.url())).text();
    expect(html).toContain("The visitors are not split as planned");

    await page.getByRole("button", { name: "Change split" }).click();
    const [control, variant] = [
      page.getByRole("textbox", { name: "“Percent off” (control)" }),
      page.getByRole("textbox", { name: "“Amount off” (variant_a)" }),
    ];
    await expect(control).toBeFocused();
    await control.fill("five");
    await page.getByRole("button", { name: "Save split" }).click();
    await expect(control).toHaveAccessibleDescription(/more than 0/);
    await control.fill("5");
    await variant.fill("4");
    await page.getByRole("button", { name: "Save split" }).click();
    await expect(toasts(page)).toContainText("saved for everybody");
    await expect(page.getByTestId("split")).toContainText("as planned");
    await expect(verdict).not.toContainText("split");
    await page.reload();
    await expect(page.getByTestId("split")).toContainText("as planned");
    await expect(page.getByTestId("split")).toBeVisible();

    await page.getByRole("button", { name: "Change plan" }).click();
    await page.getByLabel("Smallest change worth finding").fill("5");
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect(page.getByTestId("plan")).toContainText(/about [\d,]+ days?, at [\d,]+ visitors a day/);
    const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    const annotations = `/api/${merchant.store}/sandbox/desk/annotations`;
    const data = { day, text: "The newsletter went out.", shared: true };
    await page.request.post(annotations, { headers: { origin: new URL(page.url()).origin }, data });
    await page.reload();
    await expect(page.getByRole("list", { name: "What the chart marks" })).toContainText("The newsletter went out.");
    await expect(page.getByRole("slider", { name: "Lift over time" })).toHaveAccessibleDescription(
      /^Lift of “Amount off” \(variant_a\) in \d{2} readings/,
    );
    await expect(page.getByText("Calculated for a change of 5%, as set in the plan.")).toBeVisible();
    await page.getByRole("button", { name: "Change split" }).click();
    await page.getByRole("button", { name: "Clear the entered split" }).click();
    await expect(verdict).toContainText("The visitors are not split as planned");
  });

  await test.step("a note is added and deleted, the results are exported, and the link is copied", async () => {
    await page.getByLabel("New note").fill("The shop forgets a fifth of the variant.");
    await page.getByRole("button", { name: "Add note" }).click();
    const notes = page.getByTestId("notes");
    await expect(notes).toContainText("The shop forgets a fifth of the variant.");
    await page.reload();
    await expect(notes).toContainText("The shop forgets a fifth of the variant.");
    await notes.getByRole("button", { name: /^Delete the note/ }).click();
    await expect(notes).not.toContainText("The shop forgets");

    const lines = (await exported(page)).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^variant,name,visitors,conversions,rate,/);

    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy link to this page" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  });

  await test.step("an experiment with a plan has segments that decide nothing, and a report", async () => {
    await merchant.opens("/experiments/exp_demo10");
    await expect(page.getByTestId("next")).toContainText("Ship “Larger discount” (variant_a)");
    await page.getByText("Exploration only: do not decide by it").click();
    const segments = page.getByTestId("segments");
    const columns = ["Segment", "Visitors", "Lift", "Possible range", /^p with Holm/, "Hint"];
    await expect(segments.getByRole("columnheader")).toHaveText(columns);
    await expect(segments.getByRole("row", { name: "Tablet" })).toContainText("Too few");
    await expect(segments.getByRole("row", { name: "Germany" })).toContainText("Worth an experiment of its own");
    await expect(segments).toContainText(/^.*\d segments have the 50 counts .* Holm’s correction covers them all/);
    const blocks = (await exported(page)).split("\r\n\r\n");
    expect(blocks.map((block) => block.split(",")[0])).toEqual(["field", "variant", "guardrail"]);
    expect(blocks[0]).toContain('hypothesis,"Beans need a tin.');
    expect(blocks[1]).toMatch(/\r\nvariant_a,Larger discount,[\d,.]+/);
  });
});

test("the names given to variants are shown wherever the variants are mentioned", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/experiments/exp_demo5");
  const forest = page.getByTestId("forest");
  await expect(forest).toContainText("Coffee every month variant_a");
  await page.getByRole("button", { name: "Name variants" }).click();
  await expect(page.getByLabel("control", { exact: true })).toBeFocused();
  await page.getByLabel("variant_a", { exact: true }).fill("Fresh every month");
  await page.getByLabel("variant_b", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save names" }).click();
  await expect(forest).toContainText("Fresh every month variant_a");
  await expect(forest.getByRole("rowheader", { name: /^variant_b/ })).toBeVisible();
  await page.getByText("For the statistician").click();
  for (const panel of ["Variants", "Split of visitors"]) {
    await expect(page.getByRole("region", { name: panel })).toContainText("Fresh every month");
  }
  await expect(page.getByRole("combobox", { name: "Variant" })).toContainText("“Fresh every month” (variant_a)");
  await merchant.opens("/experiments");
  await expect(rowOf(page, "Wording of the subscription")).toContainText(/Fresh every month variant_a|variant_b/);
  await merchant.opens("/activity");
  await expect(rowsOf(page).first()).toContainText(/plan/i);
});

test("a store without experiments says so, and an unknown experiment is named by its ID", async ({
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
