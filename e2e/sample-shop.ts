import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, origin as shared } from "./fixtures.ts";
import { type App, projectDir } from "./processes.ts";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Connected to the app that all tests share, or to another one. */
export function openShop(store: string, port: number, secret: string, app?: App): Promise<ChildProcess> {
  const url = app?.origin ?? shared;
  const words = ["shop", "--store", store, "--url", url, "--port", String(port), "--webhook-secret", secret];
  const env = { ...process.env, ...app?.environment() };
  const child = spawn(process.execPath, ["scripts/start.mjs", ...words], { cwd: projectDir, env });
  let said = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        said += chunk;
        if (/is open at/.test(said)) resolve(child);
      });
    }
    child.once("exit", () => reject(new Error(said)));
  });
}

/** Orders what is in the cart. */
export async function checksOut(shopper: Page): Promise<void> {
  await shopper.getByRole("link", { name: "Check out" }).click();
  await shopper.getByLabel("Name").fill("Ida Holm");
  await shopper.getByLabel("Email address").fill("ida@example.com");
  await shopper.getByLabel("Delivery address").fill("Ferry Street 1");
  await shopper.getByRole("button", { name: "Place order" }).click();
  await expect(shopper.getByRole("heading", { name: "Thank you, Ida Holm" })).toBeVisible();
}
