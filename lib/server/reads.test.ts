import { beforeEach, expect, test } from "vitest";
import { Reads, type SharedRead } from "./reads.ts";
import type { UpstreamResponse } from "./upstream.ts";

// Who gets whose answer, by a clock that is moved by hand and calls that are answered by hand.

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

test("who waits for an answer never waits behind a screen that reads anew by itself", async () => {
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

test("a screen that reads anew by itself takes the answer that a person waits for", async () => {
  const both = [read(), read({ quiet: true })];
  await sent();
  expect(calls).toHaveLength(1);
  calls[0]?.answer("one");
  expect(await Promise.all(both)).toMatchObject([{ body: "one" }, { body: "one" }]);
});

test("screens that read anew within a second share one answer, and a person who asks gets one of their own", async () => {
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

test("after a write nobody gets an answer from before it", async () => {
  await known("before");
  writes++;
  const screen = read({ quiet: true, wait: () => 60_000 });
  await sent();
  calls.pop()?.answer("after");
  expect(await screen).toEqual({ body: "after", age: 0 });
});

test("where the limits leave no room a screen gets what is old, with its age, and whoever decides by it waits", async () => {
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
