import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { postForLines } from "./send.ts";

/** Sends the lines, and then ends or breaks the connection. */
async function receives(lines: string, then: "end" | "destroy") {
  const server = createServer((_, response) => {
    response.writeHead(201);
    response.write(lines, () => (then === "end" ? response.end() : setTimeout(() => response.destroy(), 50)));
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const seen: object[] = [];
  const { port } = server.address() as AddressInfo;
  try {
    return { last: await postForLines(`http://127.0.0.1:${port}/`, {}, (line) => seen.push(line)), seen };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("each line is passed on, and the last one is the answer, also without a line break", async () => {
  const lines = [{ part: "offers" }, { part: "sales" }, { store: "demo" }];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  expect(await receives(text, "end")).toEqual({ last: lines[2], seen: lines });
});

test("of a connection that breaks, the last line that came is the answer", async () => {
  const { last } = await receives('{"part":"offers"}\n{"part":"sa', "destroy");
  expect(last).toEqual({ part: "offers" });
});
