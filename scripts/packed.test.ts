import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packBuild, packedFirst } from "./packed.ts";
import { temporaryDirectory } from "./testing.ts";

const folder = temporaryDirectory();
const script = "console.log(1);".repeat(200);
const server = createServer(packedFirst((_, response) => response.end("from the framework"), join(folder, "static")));

beforeAll(async () => {
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
  writeFileSync(join(folder, "static/chunks/a~1.js"), script);
  writeFileSync(join(folder, "static/chunks/new.js"), script);
  writeFileSync(join(folder, "secret.js.br"), "secret");
  await packBuild(join(folder, "static"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function get(path: string, encoding = "gzip, deflate, br", method = "GET") {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request({ port, path, method, headers: { "accept-encoding": encoding } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
    });
    sent.on("error", reject).end();
  });
}

test("a script is sent packed to whoever takes it, for good", async () => {
  const { headers, body } = await get("/_next/static/chunks/a~1.js?v=1");
  expect(headers).toMatchObject({
    ...{ "content-encoding": "br", "content-type": "text/javascript; charset=utf-8", vary: "accept-encoding" },
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

test.each([
  ["/_next/static/chunks/a~1.js", "gzip, deflate", "GET"],
  ["/_next/static/chunks/a~1.js", "br", "HEAD"],
  ["/_next/static/chunks/none.js", "br", "GET"],
  ["/_next/static/../secret.js", "br", "GET"],
  ["/_next/static/chunks/..%2f..%2fsecret.js", "br", "GET"],
  ["/somewhere", "br", "GET"],
])("%s for %s by %s is for the framework", async (path, encoding, method) => {
  const { headers, body } = await get(path, encoding, method);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(method === "HEAD" ? "" : "from the framework");
});
