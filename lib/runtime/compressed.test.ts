import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packBuild, packedFirst, packing } from "./compressed.ts";
import { frontDoor } from "./front-door.ts";

const folder = mkdtempSync(join(tmpdir(), "cartwright-packed-"));
const script = "console.log(1);".repeat(200);
const fromFramework = (_: unknown, response: ServerResponse) => response.end("from the framework");
const server = createServer(packedFirst(fromFramework, join(folder, "static")));

beforeAll(async () => {
  mkdirSync(join(folder, "static/chunks"), { recursive: true });
  writeFileSync(join(folder, "static/chunks/a~1.js"), script);
  writeFileSync(join(folder, "static/chunks/new.js"), script);
  writeFileSync(join(folder, "static/chunks/framework.js"), script);
  writeFileSync(join(folder, "static/chunks/charts.js"), `"recharts-wrapper";${script}`);
  writeFileSync(join(folder, "build-manifest.json"), JSON.stringify({ rootMainFiles: ["static/chunks/framework.js"] }));
  writeFileSync(join(folder, "secret.js.br"), "secret");
  await packBuild(folder);
  // A build from the cache packs files that were packed before.
  await packBuild(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

function get(path: string, encoding = "gzip, deflate, br", method = "GET", from = server) {
  const { port } = from.address() as AddressInfo;
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request({ port, path, method, headers: { "accept-encoding": encoding } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ headers: answer.headers, body: Buffer.concat(chunks) });
    });
    sent.on("error", reject).end();
  });
}

test("a script is sent compressed to browsers that accept it, and cached for good", async () => {
  const { headers, body } = await get("/_next/static/chunks/a~1.js?v=1");
  expect(headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    vary: "accept-encoding",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

test("browsers are told to compile the scripts of every page and of charts as a whole, also if they are sent without compression", async () => {
  const marked = `//# allFunctionsCalledOnLoad\n${script}`;
  const { body } = await get("/_next/static/chunks/framework.js");
  expect(brotliDecompressSync(body).toString()).toBe(marked);
  expect(readFileSync(join(folder, "static/chunks/framework.js"), "utf8")).toBe(marked);
  expect(readFileSync(join(folder, "static/chunks/charts.js"), "utf8")).toMatch(/^\/\/# allFunctionsCalledOnLoad\n"/);
});

test("headers that only pages need are left out of scripts and kept on other responses", async () => {
  const quick = packedFirst(fromFramework, join(folder, "static"));
  const door = createServer(frontDoor(quick, { dev: false, origin: "https://desk.example.com", styles: "" }));
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const said = async (path: string) => Object.keys((await get(path, "br", "GET", door)).headers);
  const policies = ["content-security-policy", "permissions-policy", "referrer-policy", "x-frame-options"];
  const packed = await said("/_next/static/chunks/new.js");
  expect(packed).toEqual(expect.arrayContaining(["x-content-type-options", "strict-transport-security"]));
  for (const policy of policies) expect(packed).not.toContain(policy);
  for (const path of ["/_next/static/none.js", "/sign-in"])
    expect(await said(path)).toEqual(expect.arrayContaining(policies));
  await new Promise((resolve) => door.close(resolve));
});

test.each([
  ["/_next/static/chunks/a~1.js", "gzip, deflate", "GET"],
  ["/_next/static/chunks/a~1.js", "br", "HEAD"],
  ["/_next/static/chunks/none.js", "br", "GET"],
  ["/_next/static/../secret.js", "br", "GET"],
  ["/_next/static/chunks/..%2f..%2fsecret.js", "br", "GET"],
  ["/somewhere", "br", "GET"],
])("the framework answers %s for %s by %s", async (path, encoding, method) => {
  const { headers, body } = await get(path, encoding, method);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(method === "HEAD" ? "" : "from the framework");
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
])(
  "a response that is made for each request is sent as %s, with its repetitions packed once",
  async (encoding, unpack) => {
    const style = Array.from({ length: 4_000 }, (_, n) => `.c${(n * 7919) % 4_001}{top:${n}px}`).join("");
    const page = `<style>${style}</style><script>${JSON.stringify(style)}</script>`;
    const origin = createServer(
      packing((_, response) => {
        response.setHeader("content-type", "text/html");
        response.write(page.slice(0, 1_000));
        response.end(page.slice(1_000));
      }),
    );
    await new Promise<void>((resolve) => origin.listen(0, "127.0.0.1", resolve));
    try {
      const { headers, body } = await get("/", encoding, "GET", origin);
      expect(headers["content-encoding"]).toBe(encoding);
      expect(unpack(body).toString()).toBe(page);
      if (encoding === "br") expect(body.length).toBeLessThan(brotliCompressSync(style).length * 1.5);
    } finally {
      origin.close();
    }
  },
);
