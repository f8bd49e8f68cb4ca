import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { send } from "./send.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  while (undo.length) await undo.pop()?.();
});

const post = (port: number) =>
  send(
    { url: `https://127.0.0.1:${port}/`, headers: {}, body: "{}" },
    { allowedHosts: [{ host: "127.0.0.1", port: null }], deadlineMs: 2_000 },
  );

/** Creates a self-signed certificate for the given name and number of days. */
function certificate(name: string, days = 2): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "cartwright-tls-"));
  const file = (name: string) => join(folder, name);
  const [key, cert, request, extra] = [file("key"), file("cert"), file("request"), file("extra")];
  const openssl = (words: string) => execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  try {
    writeFileSync(extra, `subjectAltName=${name}`);
    openssl(
      `req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=x -keyout ${key} -out ${request}`,
    );
    openssl(`x509 -req -in ${request} -signkey ${key} -days ${days} -extfile ${extra} -out ${cert}`);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a receiver with that certificate. `trusted` adds the certificate to those that this process trusts. */
async function secureReceiver(pair: ReturnType<typeof certificate>, trusted: boolean) {
  const receiver = { port: 0, requests: 0 };
  const server = createServer(pair, (_, response) => {
    receiver.requests++;
    response.end("thanks");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  receiver.port = (server.address() as AddressInfo).port;
  const before = getCACertificates();
  if (trusted) setDefaultCACertificates([...before, pair.cert.toString()]);
  undo.push(() => {
    setDefaultCACertificates(before);
    server.close();
  });
  return receiver;
}

test("a valid certificate is accepted, and the duration of the handshake is stored", async () => {
  const receiver = await secureReceiver(certificate("IP:127.0.0.1"), true);
  const answer = await post(receiver.port);
  expect(answer).toMatchObject({ code: 200, body: "thanks", phases: { tls: expect.any(Number) } });
  expect(receiver.requests).toBe(1);
});

test.each<[string, string, number, boolean, RegExp]>([
  ["self-signed", "IP:127.0.0.1", 2, false, /^The receiver’s certificate is self-signed/],
  ["made for another name", "DNS:other.example", 2, true, /^The receiver’s certificate was issued for another name\.$/],
  ["out of date", "IP:127.0.0.1", -1, true, /^The receiver’s certificate has expired\.$/],
])("a certificate that is %s is a failure, and nothing is sent", async (_, name, days, trusted, words) => {
  const receiver = await secureReceiver(certificate(name, days), trusted);
  const answer = await post(receiver.port);
  expect(answer.error?.message).toMatch(words);
  expect(answer.code).toBeUndefined();
  expect(receiver.requests).toBe(0);
});

test("an environment variable cannot switch the certificate check off", async () => {
  const receiver = await secureReceiver(certificate("IP:127.0.0.1"), false);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  undo.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  expect((await post(receiver.port)).error?.message).toMatch(/self-signed/);
  expect(receiver.requests).toBe(0);
});

test("a port without TLS is a failure that names the encrypted connection", async () => {
  const server = createTcpServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  undo.push(() => server.close());
  const { error } = await post((server.address() as AddressInfo).port);
  expect(error?.message).toMatch(/^The encrypted connection to the receiver failed/);
});
