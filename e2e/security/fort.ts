import { expect, test } from "@playwright/test";
import { type Answer, App, ownerOf, type Session } from "../processes.ts";
import { type Behaviour, json, Recorder } from "../upstream/recorder.ts";

// Attacks on the built product, with an API behind it that records each request.

export const store = "fort";
export const upsells = `/api/${store}/live/checkout/upsells`;
export const draft = { name: "Care kit", product_id: "p1", discount: { type: "percentage", value: 10 } };
/** Part of every key of these tests, and of nothing else. */
export const canary = "kanarienvogel";

export let upstream: Recorder;
export let app: App;
export let owner: Session;
export let key = "";
let keys = 0;

/** One app and one recorder for all tests of a file. */
export function defendsFort(): void {
  test.describe.configure({ mode: "default" });

  test.beforeAll(async () => {
    upstream = await Recorder.start();
    app = await App.startWhole({
      CHECKOUT_API_URL: upstream.url,
      CHECKOUT_SANDBOX_API_URL: upstream.url,
      UPSTREAM_TIMEOUT_MS: "1500",
      LOG_LEVEL: "trace",
    });
    await app.setUp(store);
    await app.setUp("village");
    owner = await app.signIn(ownerOf(store));
  });

  test.afterAll(async () => {
    await app?.remove();
    await upstream?.stop();
  });

  test.beforeEach(async () => {
    key = await connect();
    await answering(json({ data: [], pagination: { page: 1, per_page: 20, total: 0 } }));
  });
}

/** A new key each time, because a key whose limit one test has used would delay the next. */
export async function connect(session = owner, name = store, mode = "live"): Promise<string> {
  const key = `${mode === "live" ? "live" : "test"}_${canary}_${name}_${keys++}`;
  const answer = await session.call("PUT", `/api/${name}/${mode}/desk/connections/checkout`, {
    // Not checked, because the upstream still responds as the test before has set it.
    body: { key, unproven: true },
  });
  expect(answer.status, answer.text).toBe(200);
  return key;
}

export async function answering(behaviour: Behaviour): Promise<void> {
  upstream.behave = behaviour;
  upstream.take();
}

export const isError = (answer: Answer, status: number, code: string) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.error.code).toBe(code);
};

/** The framework redirects a request for a page's data to an address with an `_rsc` query. */
export async function data(path: string, headers: Record<string, string | undefined>): Promise<Answer> {
  const answer = await app.call("GET", path, { headers });
  const { location = "" } = answer.headers;
  return location.includes("_rsc") ? app.call("GET", location, { headers }) : answer;
}
