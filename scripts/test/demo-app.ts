import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { startTestApp } from "./app.ts";
import { findChromium } from "./chromium.ts";
import { entersPortal } from "./portal.ts";

export const demoStore = "shop";

const owner = { email: "owner@example.com", password: "correct horse battery staple" };

export type DemoApp = {
  origin: string;
  browser: Browser;
  signIn(context: BrowserContext): Promise<void>;
  finishesJob(): Promise<void>;
  fillsQueue(count: number): Promise<void>;
  firstRowOf(list: string): Promise<string>;
  stop(): Promise<void>;
};

export async function startDemoApp(): Promise<DemoApp> {
  const app = await startTestApp(12);
  const origin = app.env.CARTWRIGHT_ORIGIN as string;
  const admin = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(projectDir, "scripts/start.mjs"), "admin", ...args], {
      env: { ...process.env, ...app.env },
    });
  try {
    const { email, password } = owner;
    const person = ["--email", email, "--password", password, "--name", "Ada Miller"];
    const store = ["--store", demoStore, "--store-name", "Kettle & Co.", "--currency", "EUR", "--timezone", "UTC"];
    await admin("setup", ...person, ...store);
    await admin("demo", "--store", demoStore);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
    const partner: Awaited<ReturnType<BrowserContext["cookies"]>> = [];
    const signIn = async (context: BrowserContext) => {
      await context.addCookies(partner);
      const response = await context.request.post(`${origin}/api/auth/sign-in/email`, {
        data: owner,
        headers: { origin },
      });
      if (!response.ok()) throw new Error(`Signing in answered ${response.status()}.`);
    };
    const visit = async <T>(act: (context: BrowserContext) => Promise<T>) => {
      const context = await browser.newContext({ baseURL: origin });
      await signIn(context);
      return act(context).finally(() => context.close());
    };
    await visit(async (context) => {
      await entersPortal(context.request, origin, demoStore);
      partner.push(...(await context.cookies()).filter(({ name }) => name.startsWith("cartwright-partner")));
    });
    const write = async (what: string, count: number) => {
      const child = fork(join(projectDir, "e2e/admin-process.ts"), { env: { ...process.env, ...app.env } });
      child.send({ id: 1, words: [what, demoStore, String(count)] });
      const [{ error }] = await once(child, "message");
      child.disconnect();
      if (error !== undefined) throw new Error(error);
    };
    return {
      origin,
      browser,
      signIn,
      finishesJob: () =>
        visit(async ({ request }) => {
          const jobs = `/api/${demoStore}/sandbox/desk/jobs`;
          const data = { kind: "export_csv", params: { resource: "bundles" } };
          const { id } = await (await request.post(jobs, { headers: { origin }, data })).json();
          while ((await (await request.get(`${jobs}/${id}`)).json()).state !== "done") await sleep(200);
        }),
      fillsQueue: (count) => write("commissions", count),
      firstRowOf: (list) =>
        visit(async (context) => {
          const page = await context.newPage();
          await page.goto(list);
          return (await page.locator("main tbody a").first().getAttribute("href")) as string;
        }),
      async stop() {
        await browser.close();
        await app.stop();
      },
    };
  } catch (cause) {
    await app.stop();
    throw cause;
  }
}
