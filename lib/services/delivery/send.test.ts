import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { type Receiver, type Respond, startReceiver } from "../../testing/delivery/delivery.ts";
import type { Address } from "./resolve.ts";
import { type SendOptions, send } from "./send.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  while (undo.length) await undo.pop()?.();
});

const here: SendOptions = { allowedHosts: [{ host: "127.0.0.1", port: null }], deadlineMs: 400 };
const post = (url: string, options: Partial<SendOptions> = {}) =>
  send({ url, headers: { "X-Service-Signature": "sha256=00" }, body: '{"a":1}' }, { ...here, ...options });

async function receiver(respond: Respond): Promise<Receiver> {
  const one = await startReceiver(respond);
  undo.push(one.close);
  return one;
}

/** Starts a receiver that works with raw sockets, and returns the open ones. */
async function rawReceiver(onRequest: (socket: Socket) => unknown): Promise<{ origin: string; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.once("data", () => onRequest(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  undo.push(() => {
    for (const socket of open) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}

test("a receiver gets the body once and unchanged, and its response is stored", async () => {
  const one = await receiver((_, response) => response.writeHead(201, { "x-note": "thanks" }).end("kept \0 here"));
  const answer = await post(`${one.origin}/hooks?x=1`);
  expect(one.received).toHaveLength(1);
  expect(one.received[0]).toMatchObject({ path: "/hooks?x=1", body: '{"a":1}' });
  expect(one.received[0]?.headers).toMatchObject({ "content-length": "7", connection: "keep-alive" });
  expect(answer).toMatchObject({ code: 201, body: "kept \ufffd here", truncated: false });
  expect(answer.headers?.["x-note"]).toBe("thanks");
  expect(answer.error).toBeUndefined();
  const { connect, first_byte, body } = answer.phases;
  for (const phase of [connect, first_byte, body]) expect(phase).toBeGreaterThanOrEqual(0);
  expect(answer.durationMs).toBeLessThan(400);
});

describe("a kept connection", () => {
  test("a kept connection serves the next event without another look-up, connect or handshake", async () => {
    const ports: (number | undefined)[] = [];
    const one = await receiver((_, response, raw) => {
      ports.push(raw.socket.remotePort);
      response.end("thanks");
    });
    const first = await post(one.origin);
    const second = await post(one.origin);
    expect([first.code, second.code]).toEqual([200, 200]);
    expect(new Set(ports).size).toBe(1);
    expect(Object.keys(first.phases)).toEqual(["connect", "first_byte", "body"]);
    expect(Object.keys(second.phases)).toEqual(["first_byte", "body"]);
  });

  test("a kept connection that the receiver closes during the next event does not make that event fail", async () => {
    let connections = 0;
    const { origin } = await rawReceiver((socket) => {
      connections++;
      socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      socket.once("data", () => socket.resetAndDestroy());
    });
    expect((await post(origin)).code).toBe(204);
    const second = await post(origin);
    expect(second).toMatchObject({ code: 204 });
    expect(second.error).toBeUndefined();
    expect(connections).toBe(2);
  });

  test("a kept connection is the only kind that is replaced: a new connection that breaks is a failure", async () => {
    let connections = 0;
    const { origin } = await rawReceiver((socket) => {
      connections++;
      socket.resetAndDestroy();
    });
    expect((await post(origin)).error?.message).toMatch(/closed the connection/);
    expect(connections).toBe(1);
  });

  test("a kept connection is not used again if its response was not read to the end", async () => {
    const ports = new Set<number | undefined>();
    const one = await receiver((_, response, raw) => {
      ports.add(raw.socket.remotePort);
      response.on("error", () => {});
      response.end("a".repeat(1024 ** 2));
    });
    for (let n = 0; n < 2; n++) expect(await post(one.origin)).toMatchObject({ code: 200, truncated: true });
    expect(ports.size).toBe(2);
  });
});

describe("the deadline ends", () => {
  const endless = (socket: Socket, every: number, what: () => string | Buffer) => {
    const timer = setInterval(() => socket.write(what()), every);
    socket.on("close", () => clearInterval(timer));
  };
  test.each<[string, RegExp, (socket: Socket) => unknown]>([
    ["a receiver that never answers", /waiting for the response/, () => {}],
    [
      "one byte at a time in the headers",
      /waiting for the response/,
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
        endless(socket, 20, () => "a");
      },
    ],
    [
      "one byte at a time in the body",
      /reading the response/,
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n");
        endless(socket, 20, () => "a");
      },
    ],
    [
      "endless interim answers",
      /waiting for the response/,
      (socket) => endless(socket, 20, () => "HTTP/1.1 103 Early Hints\r\n\r\n"),
    ],
  ])("%s", async (_, words, onRequest) => {
    const { origin, open } = await rawReceiver(onRequest);
    const answer = await post(origin);
    expect(answer.error?.message).toMatch(/^The receiver did not respond within 0.4 seconds/);
    expect(answer.error?.message).toMatch(words);
    expect(answer.durationMs).toBeGreaterThanOrEqual(395);
    expect(answer.durationMs).toBeLessThan(700);
    // No connection stays open.
    await expect.poll(() => open.size).toBe(0);
  });

  test("a name server that never answers", async () => {
    const resolve = (_: string, signal: AbortSignal) =>
      new Promise<Address[]>((_, fail) => signal.addEventListener("abort", () => fail(new Error("given up"))));
    const answer = await post("https://hooks.example.com/", { resolve });
    expect(answer.error?.message).toMatch(/looking up the host name/);
    expect(answer.durationMs).toBeLessThan(700);
  });

  test("a receiver that accepts the connection and never completes the TLS handshake", async () => {
    const { origin } = await rawReceiver(() => {});
    const answer = await post(origin.replace("http:", "https:"));
    expect(answer.error?.message).toMatch(/setting up encryption/);
  });
});

describe("of a response", () => {
  test("of a response that is huge, 64 KiB are kept and the rest is not read", async () => {
    let written = 0;
    const one = await receiver(async (_, response) => {
      response.writeHead(200, { "content-length": String(1024 ** 3) });
      const chunk = Buffer.alloc(64 * 1024, "a");
      const closed = once(response, "close");
      while (!response.destroyed && written < 1024 ** 3) {
        written += chunk.length;
        if (!response.write(chunk)) {
          await Promise.race([once(response, "drain"), closed]);
        }
      }
    });
    const answer = await post(one.origin, { deadlineMs: 5_000 });
    expect(answer).toMatchObject({ code: 200, truncated: true });
    expect(answer.error).toBeUndefined();
    expect(answer.body).toHaveLength(64 * 1024);
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  test("of a response that never ends, 64 KiB are kept", async () => {
    const one = await receiver((_, response) => {
      const timer = setInterval(() => response.write("b".repeat(8_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const answer = await post(one.origin, { deadlineMs: 5_000 });
    expect(answer).toMatchObject({ code: 200, truncated: true });
    expect(answer.body).toHaveLength(64 * 1024);
  });

  test("of a response that is a gzip bomb, nothing is unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const one = await receiver((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const before = process.memoryUsage().rss;
    const answer = await post(one.origin, { deadlineMs: 5_000 });
    expect(answer.code).toBe(200);
    expect(answer.body).toBe(`(${Math.min(bomb.length, 64 * 1024)} bytes, encoded as gzip)`);
    expect(process.memoryUsage().rss - before).toBeLessThan(30 * 1024 * 1024);
  });

  test.each<[string, string, RegExp]>([
    ["that stops in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf", /broke before the response/],
    ["that is not HTTP", "SSH-2.0-OpenSSH_9.6\r\n\r\n", /not valid HTTP/],
    ["with endless headers", `HTTP/1.1 200 OK\r\nX-Big: ${"a".repeat(200_000)}`, /not valid HTTP/],
    ["that changes the protocol", "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", /protocol/],
  ])("%s, a failure is stored", async (_, text, words) => {
    const { origin } = await rawReceiver((socket) => socket.end(text));
    expect((await post(origin)).error?.message).toMatch(words);
  });
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (code) => {
  const target = await receiver((_, response) => response.end());
  const one = await receiver((_, response) => response.writeHead(code, { location: `${target.origin}/other` }).end());
  expect(await post(one.origin)).toMatchObject({ code });
  expect(one.received).toHaveLength(1);
  expect(target.received).toHaveLength(0);
});

describe("at each connection", () => {
  const answers = (...addresses: string[]) => {
    return async () => addresses.map((address): Address => ({ address, family: address.includes(":") ? 6 : 4 }));
  };

  test.each([
    ["a private address", ["10.1.2.3"]],
    ["loopback, where somebody listens", ["127.0.0.1"]],
    ["metadata", ["169.254.169.254"]],
    ["a good and a bad address", ["93.184.216.34", "127.0.0.1"]],
    ["a mapped address", ["::ffff:127.0.0.1"]],
  ])("a name that leads to %s is refused before it is contacted", async (_, addresses) => {
    const one = await receiver((_, response) => response.end());
    const url = `${one.origin.replace("http:", "https:").replace("127.0.0.1", "hooks.example.com")}/`;
    const answer = await post(url, { allowedHosts: [], resolve: answers(...addresses) });
    expect(answer.error?.message).toMatch(/private or local network/);
    expect(answer.code).toBeUndefined();
    expect(one.received).toHaveLength(0);
  });

  test.each(["https://127.0.0.1/", "https://127.1/", "https://2130706433/", "https://[::1]/", "http://8.8.8.8/"])(
    "%s is not contacted, even if it was stored as an endpoint",
    async (url) => expect((await post(url, { allowedHosts: [] })).error?.message).toMatch(/private or local network/),
  );

  test("a name whose address changes between two attempts is checked again", async () => {
    const given = [["127.0.0.1"], ["127.0.0.1"]];
    let asked = 0;
    const resolve = async () => {
      asked++;
      return answers(...(given.shift() ?? []))();
    };
    const url = "https://hooks.example.com:1/";
    for (let attempt = 1; attempt <= 2; attempt++) {
      expect((await post(url, { allowedHosts: [], resolve })).error?.message).toMatch(/private or local network/);
      expect(asked).toBe(attempt);
    }
  });

  test("the error is the same for an open and a closed port", async () => {
    const one = await receiver((_, response) => response.end());
    const port = new URL(one.origin).port;
    const ask = (at: string) => post(`https://x.example:${at}/`, { allowedHosts: [], resolve: answers("127.0.0.1") });
    const [open, closed] = [await ask(port), await ask("1")];
    expect(open.error).toEqual(closed.error);
  });
});

test("a refused connection and an unknown name have a readable error", async () => {
  const one = await startReceiver();
  await one.close();
  expect((await post(one.origin)).error?.message).toBe("The receiver refused the connection.");
  const resolve = () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
  expect((await post("https://nowhere.example/", { resolve })).error?.message).toBe(
    "The host name of the receiver could not be resolved.",
  );
});

describe("a connection", () => {
  test("a connection that the receiver misuses after its response does not affect another delivery", async () => {
    const ports = new Set<number | undefined>();
    const { origin } = await rawReceiver((socket) => {
      ports.add(socket.remotePort);
      // The receiver promises to keep the connection open, and closes it.
      socket.write(
        "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\nContent-Length: 2\r\n\r\nok",
      );
      setTimeout(() => socket.destroy(), 5);
    });
    for (let n = 0; n < 5; n++) {
      const answer = await post(origin);
      expect(answer).toMatchObject({ code: 200, body: "ok" });
      expect(answer.error).toBeUndefined();
      await sleep(n * 3);
    }
    expect(ports.size).toBe(5);
  });

  test.each<[string, RegExp, (socket: Socket) => unknown]>([
    ["closed before an answer", /closed the connection without a response/, (socket) => socket.end()],
    ["reset before an answer", /closed the connection without a response/, (socket) => socket.resetAndDestroy()],
    [
      "reset in the headers",
      /closed the connection without a response/,
      (socket) => socket.write("HTTP/1.1 200 OK\r\nX-", () => socket.resetAndDestroy()),
    ],
    [
      "reset in the body",
      /broke before the response was complete/,
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf");
        setTimeout(() => socket.resetAndDestroy(), 30);
      },
    ],
    [
      "closed in a body of chunks",
      /broke before the response was complete/,
      (socket) => socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe"),
    ],
  ])("%s is a failure with a readable error", async (_, words, onRequest) => {
    const { origin } = await rawReceiver(onRequest);
    expect((await post(origin)).error?.message).toMatch(words);
  });

  test("cut because the service stops is no failure of the receiver, even in the middle of its response", async () => {
    for (const [text, code] of [
      ["", undefined],
      ["HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf", 200],
    ] as const) {
      const stop = new AbortController();
      const { origin } = await rawReceiver((socket) => {
        socket.write(text);
        setTimeout(() => stop.abort(), 50);
      });
      const answer = await post(origin, { signal: stop.signal, deadlineMs: 5_000 });
      expect([answer.cut, answer.code]).toEqual([true, code]);
      expect(await post(origin, { signal: stop.signal })).toMatchObject({ cut: true });
    }
  });
});

test("unusual headers of a response are stored as text and have no effect", async () => {
  const { origin } = await rawReceiver((socket) =>
    socket.end(
      "HTTP/1.1 200 <b>\r\n__proto__: polluted\r\nconstructor: x\r\nX-Html: <script>\xff\xe4\r\nX-Two: 1\r\nX-Two: 2\r\n" +
        "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n",
      "latin1",
    ),
  );
  const { headers = {}, code } = await post(origin);
  expect(code).toBe(200);
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(["constructor", "x-html"]));
  expect(headers).toMatchObject({ "x-html": "<script>ÿä", "x-two": "1, 2", "set-cookie": "a=1, b=2" });
  expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
});

test("a long address with a port, Unicode and line breaks is one request to one path", async () => {
  const one = await receiver((_, response) => response.end());
  const path = `/ü/%0d%0aX-Injected:%20yes?${"q".repeat(1_900)}`;
  expect((await post(one.origin + path)).code).toBe(200);
  expect(one.received.map((request) => request.path)).toEqual([path.replace("ü", "%C3%BC")]);
  expect(one.received[0]?.headers).not.toHaveProperty("x-injected");
});

test.each([`https://${"a".repeat(64)}.example.com/`, `https://${"a.".repeat(130)}example.com/`])(
  "a name that is too long for any name server is a failure with a readable error: %s",
  async (url) => expect((await post(url)).error?.message).toBe("The host name of the receiver could not be resolved."),
);
