import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Receiver, startReceiver } from "../lib/testing/delivery/delivery.ts";
import { type Command, commandsOf, walked } from "../scripts/test/documented-commands.ts";
import { blankSettings } from "../scripts/test/tools.ts";
import { chooseFromRow, choosesProduct, expect, part, ready, rowOf, test } from "./fixtures.ts";
import { projectDir } from "./processes.ts";

// A newcomer has only README.md: commands are taken from it, and addresses from the app's output.

const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "cartwright-new-"))), "cartwright");
const readme = commandsOf("README.md");
const typed = new Set<string>();
const person = { "Your name": "Nora Newcomer", Email: "nora@example.com", Password: "a long enough password" };
let receiver: Receiver;
let app: ChildProcess | undefined;
let said = "";

/** Copies what a clone has. The build and the packages are those of the tests, because installing them again takes long. */
function clone(): void {
  const list = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: projectDir,
  });
  for (const file of new Set(list.toString().split("\0").filter(Boolean))) {
    if (file.startsWith("docs/screens/")) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(projectDir, file), join(folder, file));
  }
  cpSync(join(projectDir, ".next"), join(folder, ".next"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !path.startsWith(join(projectDir, ".next", "cache")) && !path.startsWith(join(projectDir, ".next", "dev")),
  });
  symlinkSync(join(projectDir, "node_modules"), join(folder, "node_modules"));
}

const environment = () => ({
  ...process.env,
  ...blankSettings(),
  // Any free port, because other apps run at the same time.
  PORT: "0",
  WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
});

function command(begin: (typeof walked)[number], own: Record<string, string> = {}): Command & { words: string[] } {
  const found = readme.find(({ text }) => text.startsWith(begin));
  if (!found) throw new Error(`README.md says no more: ${begin}`);
  typed.add(begin);
  return { ...found, words: found.words.map((word) => own[word] ?? word) };
}

function type(begin: (typeof walked)[number], own: Record<string, string>, more: string[] = []): Promise<string> {
  const [program = "", ...words] = command(begin, own).words;
  const child = spawn(program, [...words, ...more], {
    cwd: folder,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${begin} ended with ${code}.\n${text}`)),
    );
  });
}

const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";

test.beforeAll(async () => {
  receiver = await startReceiver();
  clone();
});
test.afterAll(async () => {
  if (app && app.exitCode === null && app.signalCode === null) {
    const ended = new Promise((resolve) => app?.once("close", resolve));
    app.kill("SIGTERM");
    await ended;
  }
  await receiver.close();
  rmSync(dirname(folder), { recursive: true, force: true });
});

test("README.md leads a newcomer from a clone to a working shop", { tag: "@long" }, async ({ page, browser }) => {
  test.setTimeout(360_000);
  const steps = part(page, "Getting started");
  let home = "";
  const atHome = async (done: number) => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await expect(steps).toContainText(`${done} of 6 done`);
  };
  const takes = (step: string) => steps.getByRole("link", { name: step }).click();

  await test.step("the app starts and prints the set-up link", async () => {
    const [program = "", ...words] = command("npm start").words;
    app = spawn(program, words, { cwd: folder, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [app.stdout, app.stderr]) stream?.setEncoding("utf8").on("data", (text) => (said += text));
    await expect
      .poll(() => said, { timeout: 120_000 })
      .toMatch(/Open this link to create the first account:\n +http\S+\n/);
    // The copied build must be used.
    expect(said).not.toContain("Building");
  });
  const origin = /Cartwright +(http:\S+)/.exec(said)?.[1] ?? "";

  await test.step("the set-up link creates an owner and a store", async () => {
    await page.goto(/^ +(http\S+token=\S+)$/m.exec(said)?.[1] ?? "");
    for (const [label, value] of Object.entries(person)) await page.getByLabel(label).fill(value);
    await page.getByLabel("Store name").fill("Kettle & Co.");
    await page.getByRole("checkbox", { name: /demo shop/ }).uncheck();
    await page.getByRole("button", { name: "Create owner and store" }).click();
    await expect(page).toHaveURL(/\/sandbox$/);
    await expect(steps).toContainText("0 of 6 done");
    await ready(page);
    home = page.url();
  });
  const store = new URL(home).pathname.split("/")[1] ?? "";

  await test.step("a term is explained beside the figure and in the help", async () => {
    await page.getByRole("button", { name: "Explain “Acceptance rate”" }).click();
    const note = page.getByRole("dialog", { name: "Acceptance rate" });
    await expect(note).toContainText("How often shoppers accepted an offer");
    await note.getByRole("link", { name: "All terms" }).click();
    await expect(page).toHaveURL(`${home}/help#acceptance`);
    await expect(page.getByText("How often shoppers accepted an offer")).toBeInViewport();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("srm");
    await page.getByRole("option", { name: "Split of visitors" }).click();
    await expect(page).toHaveURL(`${home}/help#split`);
  });

  await test.step("the six steps of “Getting started” are done one after another", async () => {
    await atHome(0);
    await takes("Create the first offer");
    await page.getByLabel("Name").fill("Samovar");
    await choosesProduct(page.getByLabel("Product offered"), "prod_samovar");
    await page.getByLabel("Trigger products").fill("prod_kettle,");
    await page.getByLabel("Value").fill("10");
    await page.getByRole("button", { name: "Create offer" }).click();
    await expect(page.getByRole("heading", { name: "Samovar", level: 1 })).toBeVisible();

    await atHome(1);
    await takes("Create the first bundle");
    await page.getByLabel("Name", { exact: true }).fill("Tea for two");
    await choosesProduct(page.getByRole("combobox", { name: "Product 1", exact: true }), "prod_tea");
    await page.getByRole("textbox", { name: "Quantity of product 1" }).fill("2");
    await page.getByLabel("Value").fill("10");
    await page.getByRole("button", { name: "Create bundle" }).click();
    await expect(page.getByRole("heading", { name: "Tea for two", level: 1 })).toBeVisible();

    await atHome(2);
    await takes("Test a webhook");
    await page.getByRole("main").getByRole("link", { name: "New endpoint" }).first().click();
    await page.getByLabel("URL").fill(`${receiver.origin}/hooks`);
    await page.getByLabel("order.edited").check();
    await page.getByRole("button", { name: "Create endpoint" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Send test" }).click();
    await expect(dialog.getByRole("link", { name: "Open delivery" })).toBeVisible();
    await page.keyboard.press("Escape");

    await atHome(3);
    await takes("Add the first affiliate");
    await page.getByLabel("First name").fill("Mira");
    await page.getByLabel("Last name").fill("Lindqvist");
    await page.getByLabel("Email", { exact: true }).fill("mira@example.com");
    await page.getByLabel("Rate").fill("10");
    await page.getByRole("button", { name: "Create affiliate" }).click();
    await expect(page.getByRole("heading", { name: "Mira Lindqvist", level: 1 })).toBeVisible();

    await atHome(4);
    await takes("Switch an offer on");
    await chooseFromRow(page, "Samovar", "Switch on");
    await expect(rowOf(page, "Samovar")).toContainText("Active");

    await atHome(5);
    await takes("Connect your shop");
    await page.getByRole("radio", { name: "Own code" }).check();
    await expect(page.getByText(/^pub_test_/)).toBeVisible();
    await page.getByRole("tab", { name: "JavaScript" }).click();
    const calls = (await page.getByRole("tabpanel").locator("pre").allTextContents()).join("\n");
    execFileSync(process.execPath, ["--input-type=module", "-e", calls]);
    await expect(page.getByText("Your shop last asked for offers less than a minute ago.")).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { name: "Key figures" })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  await test.step("an invitation and a link for a new password can be opened", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
    await page.getByRole("main").getByRole("link", { name: "People" }).click();
    await page.getByRole("button", { name: "Invite person" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("otto@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
    const invitation = (await page.getByTestId("secret").textContent()) ?? "";
    const reset = lastLine(await type("npm run admin -- people reset-link", { "THEIR-EMAIL": person.Email }));
    const elsewhere = await browser.newContext();
    const guest = await elsewhere.newPage();
    await guest.goto(invitation);
    await expect(guest.getByRole("heading", { name: "Join Kettle & Co." })).toBeVisible();
    expect(reset).toContain(`${origin}/`);
    await guest.goto(reset);
    await expect(guest.getByLabel("New password")).toBeVisible();
    await elsewhere.close();
  });

  await test.step("the demo shop is created, and simulated shoppers place orders", async () => {
    // Fewer visits than in README.md, to save time.
    expect(await type("npm run admin -- demo", { "YOUR-STORE": store }, ["--visits", "60000"])).toContain(store);
    await page.goto(`${home}?range=today`);
    const figures = part(page, "Key figures");
    const orders = figures.getByText(/^of \d+ orders?$/);
    await expect(orders).toBeVisible();
    const count = async () => Number(/\d+/.exec((await orders.textContent()) ?? "")?.[0]);
    const before = await count();
    // An open overview would be refreshed with the shoppers' events.
    await page.goto("about:blank");
    const sent = await type("npm run simulate", { "YOUR-STORE": store, "50": "150", "60": "4" });
    expect(sent).toMatch(/^accepted +[1-9]/m);
    const now = async () => {
      await page.goto(`${home}?range=today`);
      return count();
    };
    await expect.poll(now, { timeout: 120_000, intervals: [5_000] }).toBeGreaterThan(before);
    await expect(figures.getByText(/^[€$][1-9]/).first()).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Analytics" }).click();
    await expect(page).toHaveURL(`${home}/analytics`);
    await expect(
      page
        .getByRole("main")
        .getByText(/^[€$][1-9]/)
        .first(),
    ).toBeVisible();
  });

  await test.step("a program calls the API, and the audit is verified as intact", async () => {
    const key = lastLine(await type("npm run admin -- keys create", { "YOUR-STORE": store }));
    expect(key).toMatch(/^test_/);
    const { words } = command("curl");
    const [, , header = "", address = ""] = words;
    const [name = "", value = ""] = header.split(/: (.*)/s);
    const answer = await fetch(address.replace("http://127.0.0.1:3000", origin), {
      headers: { [name]: value.replace("test_…", key) },
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await answer.json()).data.length).toBeGreaterThan(5);
    expect(await type("npm run admin -- audit verify", { "YOUR-STORE": store })).toContain("is intact");
  });

  await test.step("the app stops, and every documented command was run", async () => {
    // An open page would keep requesting the stopped app.
    await page.goto("about:blank");
    const ended = new Promise((resolve) => app?.once("close", resolve));
    app?.kill("SIGTERM");
    await ended;
    expect([...typed].toSorted()).toEqual([...walked].toSorted());
  });
});
