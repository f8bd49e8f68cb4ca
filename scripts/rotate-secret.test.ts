// @module-tag long
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../e2e/processes.ts";
import { openDatabase } from "../lib/database/client.ts";
import { webhookEndpoint } from "../lib/database/schema/checkout.ts";
import { shopSource } from "../lib/database/schema/checkout-shop.ts";
import { shopifyApp } from "../lib/database/schema/checkout-shopify.ts";
import { connection, session, twoFactor, user } from "../lib/database/schema/desk.ts";
import { remembered } from "../lib/database/schema/desk-work.ts";
import { becomeTheInstance } from "../lib/runtime/instance.ts";
import { endpointBinding } from "../lib/server/memory/remembered-records.ts";
import { authSecret } from "../lib/server/people/auth-settings.ts";
import { bindingOf } from "../lib/server/wire/connections.ts";
import { open, seal } from "../lib/server/wire/vault.ts";
import { sealOfApp, secretOfApp } from "../lib/services/connect/shopify-admin.ts";
import { openSourceSecret, sealSourceSecret } from "../lib/services/connect/sources.ts";
import { openSecret, sealSecret } from "../lib/services/delivery/secrets.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { command } from "./test/command.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-rotate-"));
const place = { storeId: "shop", mode: "live", kind: "webhook_endpoint", id: "wh_1" } as const;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: ReturnType<typeof openDatabase>;
let tenantId: number;

const settings = () => ({ DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir, CARTWRIGHT_SECRET: undefined });
const admin = (words: string[], input?: string, more: Record<string, string> = {}) =>
  command(words, { ...settings(), ...more }, input);
const secretNow = () => readFileSync(join(dataDir, "secret"), "utf8").trim();

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
  const owner = ["--email", "o@example.com", "--name", "O", "--password", "a long enough password"];
  const { code, said } = await admin(["setup", ...owner, "--store", "shop", "--currency", "EUR", "--timezone", "UTC"]);
  expect(code, said).toBe(0);
  const secret = secretNow();
  const { rows } = await db.$client.query("select id from checkout.tenant where store_id = 'shop' and mode = 'live'");
  tenantId = rows[0].id;
  await db.insert(remembered).values({
    ...place,
    sealed: seal("whsec_new", endpointBinding(place, place.id), secret),
    previousSealed: seal("whsec_before", endpointBinding(place, place.id), secret),
    firstSeen: new Date(),
  });
  await db.insert(webhookEndpoint).values({
    tenantId,
    id: "wh_own",
    url: "https://a.test",
    events: ["order.edited"],
    state: "enabled" as const,
    secret: sealSecret("whsec_own", { tenantId, endpointId: "wh_own" }, secret),
  });
  const source = { tenantId, platform: "stripe" } as const;
  await db.insert(shopSource).values({ ...source, secret: sealSourceSecret("whsec_shop", source, secret) });
  const app = { tenantId, shop: "a.myshopify.com", clientId: "app" };
  const sealedApp = { secret: sealOfApp("shpss_app", app, "secret", secret), withoutCode: "hide" as const };
  await db.insert(shopifyApp).values({ ...app, ...sealedApp });
  const [person] = await db.select({ id: user.id }).from(user);
  const seal2 = (data: string) => symmetricEncrypt({ key: authSecret(secret), data });
  const userId = person?.id ?? "";
  await db.insert(twoFactor).values({ id: "2f", userId, secret: await seal2("totp"), backupCodes: await seal2("[1]") });
  await db.insert(session).values({ id: "s", token: "t", userId, expiresAt: new Date(Date.now() + 1e6) });
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything encrypted, as `secret` decrypts it. */
async function opened(secret: string) {
  const connections = await db.select().from(connection);
  const [kept] = await db.select().from(remembered);
  const [own] = await db.select().from(webhookEndpoint);
  const [shop] = await db.select().from(shopSource);
  const [app] = await db.select().from(shopifyApp);
  const [second] = await db.select().from(twoFactor);
  const decrypt = (data = "") => symmetricDecrypt({ key: authSecret(secret), data }).catch(() => null);
  const endpoint = (sealed?: Buffer | null) => sealed && open(sealed, endpointBinding(place, place.id), secret);
  const signing = () => [
    openSecret(own?.secret as Buffer, { tenantId, endpointId: "wh_own" }, secret),
    openSourceSecret(shop?.secret as Buffer, { tenantId, platform: "stripe" }, secret),
    secretOfApp(app as NonNullable<typeof app>, secret),
  ];
  return {
    keys: connections.map((row) => open(row.keyCiphertext, bindingOf(row, row.baseUrl), secret)?.slice(0, 5) ?? null),
    endpoints: [endpoint(kept?.sealed), endpoint(kept?.previousSealed)],
    signing: await Promise.resolve()
      .then(signing)
      .catch(() => null),
    second: [await decrypt(second?.secret), await decrypt(second?.backupCodes)],
  };
}

const all = {
  keys: expect.arrayContaining(["live_", "live_", "test_", "test_"]),
  endpoints: ["whsec_new", "whsec_before"],
  signing: ["whsec_own", "whsec_shop", "shpss_app"],
  second: ["totp", "[1]"],
};
const none = {
  keys: [null, null, null, null],
  endpoints: [null, null],
  signing: null,
  second: [null, null],
};

test("the new secret decrypts everything and the old one nothing, and everybody must sign in again", async () => {
  const before = secretNow();
  expect(await opened(before)).toEqual(all);
  const { code, said } = await run(["scripts/start.mjs", "admin", "rotate-secret"], settings());
  expect(code, said).toBe(0);
  expect(said).toContain("11 stored keys and secrets are encrypted with the new secret, and 1 sessions have ended.");
  const after = secretNow();
  expect(after).not.toBe(before);
  for (const secret of [before, after]) expect(said).not.toContain(secret);
  expect(await opened(after)).toEqual(all);
  expect(await opened(before)).toEqual(none);
  expect(await db.select().from(session)).toEqual([]);
  const { rows } = await db.$client.query("select resource, operation from desk.audit order by seq desc limit 1");
  expect(rows).toEqual([{ resource: "secret", operation: "rotate" }]);
  const verified = await admin(["audit", "verify", "--store", "shop"]);
  expect(verified.said).toContain("The audit chain of shop is intact");
  const [, head = ""] = /head ([0-9a-f]{64})/.exec(verified.said) ?? [];
  await admin(["keys", "create", "--store", "shop", "--mode", "sandbox", "--scopes", "read:upsells"]);
  const since = await admin(["audit", "verify", "--store", "shop", "--since", head]);
  expect(since.said).toContain("It still has the entry that you kept.");
  const removed = await admin(["audit", "verify", "--store", "shop", "--since", "0".repeat(64)]);
  expect(removed).toMatchObject({ code: 1, said: expect.stringContaining("No entry has the hash that you kept") });
  const unfit = await admin(["audit", "verify", "--store", "shop", "--since", "yesterday"]);
  expect(unfit).toMatchObject({ code: 2, said: expect.stringContaining("--since must be a head") });
});

test("after a stop between the database and the file, the rotation continues with the same new secret", async () => {
  const before = secretNow();
  expect((await admin(["rotate-secret"])).code).toBe(0);
  const after = secretNow();
  writeFileSync(join(dataDir, "secret"), `${before}\n`, { mode: 0o600 });
  writeFileSync(join(dataDir, "secret.next"), `${after}\n`, { mode: 0o600 });
  const { code, said } = await admin(["rotate-secret"]);
  expect(code, said).toBe(0);
  expect(secretNow()).toBe(after);
  expect(await opened(after)).toEqual(all);
});

test("a secret in the environment is replaced by the one on standard input", async () => {
  const before = secretNow();
  const environment = { CARTWRIGHT_SECRET: before };
  rmSync(join(dataDir, "secret"));
  expect(await admin(["rotate-secret"], undefined, environment)).toMatchObject({ code: 2 });
  expect(await admin(["rotate-secret", "--secret-stdin"], "short", environment)).toMatchObject({ code: 2 });
  expect(await opened(before)).toEqual(all);
  const next = "n".repeat(40);
  const { code, said } = await admin(["rotate-secret", "--secret-stdin"], next, environment);
  expect(code, said).toBe(0);
  expect(said).toContain("Put the new secret into CARTWRIGHT_SECRET");
  expect(await opened(next)).toEqual(all);
  writeFileSync(join(dataDir, "secret"), `${next}\n`, { mode: 0o600 });
});

test("the rotation is refused while Cartwright runs", async () => {
  const before = secretNow();
  const instance = await becomeTheInstance(dataDir);
  instance.tell({ origin: "http://127.0.0.1:1" });
  try {
    const { code, said } = await admin(["rotate-secret"]);
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("Stop it first") });
  } finally {
    instance.leave();
  }
  expect(secretNow()).toBe(before);
  expect(await opened(before)).toEqual(all);
});
