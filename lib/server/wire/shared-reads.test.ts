import { beforeEach, expect, test } from "vitest";
import { Reads, type SharedRead } from "./shared-reads.ts";
import type { UpstreamResponse } from "./upstream.ts";

// Which reads share a response, with a clock and calls that are moved by hand.

let now: number;
let writes: number;
let reads: Reads;
let calls: { answer: (body: string) => void }[];

beforeEach(() => {
  [now, writes, calls] = [0, 0, []];
  reads = new Reads({ writeCount: async () => writes, now: () => now });
});

function read(more: Partial<SharedRead> = {}): Promise<{ body: unknown; age: number }> {
  const send = () =>
    new Promise<UpstreamResponse>((resolve) => {
      calls.push({ answer: (body) => resolve({ status: 200, headers: new Headers(), body, size: body.length }) });
    });
  const asked = { holder: "key", question: "/upsells", screen: true, quiet: false, wait: () => 0, send, ...more };
  return reads.read(asked).then(({ response, age }) => ({ body: response.body, age }));
}
const sent = () => new Promise((resolve) => setImmediate(resolve));
async function known(body: string): Promise<void> {
  const asked = read();
  await sent();
  calls.pop()?.answer(body);
  await asked;
}

test("a person's read never waits for a screen that refreshes by itself", async () => {
  const screens = [read({ quiet: true }), read({ quiet: true })];
  await sent();
  expect(calls).toHaveLength(1);
  const person = read();
  await sent();
  expect(calls).toHaveLength(2);
  calls[1]?.answer("for the person");
  expect(await person).toEqual({ body: "for the person", age: 0 });
  calls[0]?.answer("for the screens");
  expect(await Promise.all(screens)).toMatchObject([{ body: "for the screens" }, { body: "for the screens" }]);
});

test("a screen that refreshes by itself shares the response that a person waits for", async () => {
  const both = [read(), read({ quiet: true })];
  await sent();
  expect(calls).toHaveLength(1);
  calls[0]?.answer("one");
  expect(await Promise.all(both)).toMatchObject([{ body: "one" }, { body: "one" }]);
});

test("screens that refresh within a second share one response, and a person's read gets its own", async () => {
  await known("first");
  now = 900;
  expect(await read({ quiet: true })).toEqual({ body: "first", age: 0 });
  const person = read();
  await sent();
  calls.pop()?.answer("second");
  expect(await person).toMatchObject({ body: "second" });
  now = 2_000;
  void read({ quiet: true });
  await sent();
  expect(calls).toHaveLength(1);
});

test("no read after a write gets a response from before it", async () => {
  await known("before");
  writes++;
  const screen = read({ quiet: true, wait: () => 60_000 });
  await sent();
  calls.pop()?.answer("after");
  expect(await screen).toEqual({ body: "after", age: 0 });
});

test("without room in the limits, a screen gets a cached response with its age, and other code waits", async () => {
  await known("old");
  now = 30_000;
  const wait = () => 5_000;
  expect(await read({ wait })).toEqual({ body: "old", age: 30 });
  calls = [];
  const deciding = read({ wait, screen: false });
  await sent();
  calls.pop()?.answer("new");
  expect(await deciding).toEqual({ body: "new", age: 0 });
});
