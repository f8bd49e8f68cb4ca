import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import type { Phases } from "../../database/schema/checkout-delivery.ts";
import { type AllowedHost, isAllowed, isPublicAddress, literalOf } from "./address.ts";
import { RefusedAddress, type Resolve, requirePublic, resolveLocally, resolvePublicly } from "./resolve.ts";

export type Sending = { url: string; headers: Record<string, string>; body: string };

export type SendOptions = {
  allowedHosts: readonly AllowedHost[];
  /** One for everything: DNS, connect, TLS, headers and body. */
  deadlineMs: number;
  resolve?: Resolve;
  /** Ends it early, without an outcome. */
  signal?: AbortSignal;
};

export type Answer = {
  durationMs: number;
  phases: Phases;
  code?: number;
  headers?: Record<string, string>;
  body?: string;
  truncated: boolean;
  /** Why there is no whole answer, in plain words. */
  error?: string;
};

const keptBytes = 64 * 1024;
const stages = {
  dns: "looking up its name",
  connect: "connecting",
  tls: "agreeing on encryption",
  first_byte: "waiting for its answer",
  body: "reading its answer",
} as const;

/** Sends once, on a connection of its own that is closed afterwards. Never throws: what went wrong is in the answer. */
export function send({ url: address, headers, body }: Sending, options: SendOptions): Promise<Answer> {
  const url = new URL(address);
  const free = isAllowed(url, options.allowedHosts);
  const literal = literalOf(url.hostname);
  const clock = stopwatch([
    ...(literal ? ["dns" as const] : []),
    ...(url.protocol === "https:" ? [] : ["tls" as const]),
  ]);
  const answer: Answer = { durationMs: 0, phases: clock.phases, truncated: false };

  return new Promise((done) => {
    const quit = new AbortController();
    let settled = false;
    const settle = (error?: string) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      options.signal?.removeEventListener("abort", onAbort);
      quit.abort();
      request?.destroy();
      answer.durationMs = clock.end();
      if (error !== undefined) answer.error = error;
      done(answer);
    };
    const late = () => settle(`No answer within ${options.deadlineMs / 1000} seconds: ${stages[clock.stage()]}.`);
    const deadline = setTimeout(late, options.deadlineMs);
    const onAbort = () => settle("The service stopped before the receiver answered.");
    options.signal?.addEventListener("abort", onAbort, { once: true });

    let request: http.ClientRequest | undefined;
    if (!free && (url.protocol !== "https:" || (literal && !isPublicAddress(literal)))) return settle(refused);

    const resolve = options.resolve ?? (free ? resolveLocally : resolvePublicly);
    // Each dial asks anew and judges what it is about to dial: an answer that changed since is judged again.
    const lookup: LookupFunction = (name, { all }, callback) => {
      resolve(name, quit.signal)
        .then((found) => (free ? found : requirePublic(found)))
        .then((found) => {
          if (all) callback(null, found);
          else callback(null, found[0]?.address ?? "", found[0]?.family);
        })
        .catch((cause) => callback(cause, "", 0));
    };

    request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      agent: false,
      lookup,
      timeout: 0,
    });
    request.on("socket", (socket) => {
      socket.on("lookup", () => clock.ends("dns"));
      socket.on("connect", () => clock.ends("connect"));
      socket.on("secureConnect", () => clock.ends("tls"));
    });
    request.on("error", (cause) => settle(wordsFor(cause)));
    request.on("upgrade", () => settle("The receiver asked to change the protocol."));
    request.on("response", (response) => {
      clock.ends("first_byte");
      answer.code = response.statusCode ?? 0;
      answer.headers = flatten(response.headers);
      const chunks: Buffer[] = [];
      let size = 0;
      const keep = () => {
        answer.body = readable(Buffer.concat(chunks), response.headers["content-encoding"]);
      };
      response.on("data", (chunk: Buffer) => {
        if (settled) return;
        chunks.push(chunk.subarray(0, keptBytes - size));
        size += chunk.length;
        if (size <= keptBytes) return;
        answer.truncated = true;
        clock.ends("body");
        keep();
        settle();
      });
      response.on("end", () => {
        clock.ends("body");
        keep();
        settle();
      });
      response.on("error", () => {
        keep();
        settle("The connection broke before the answer was complete.");
      });
    });
    request.end(body);
  });
}

const refused = "The address leads to a private or local network, where nothing is sent.";

/** Milliseconds of each stage, by the clock that nobody sets. */
function stopwatch(without: (keyof Phases)[]) {
  const started = performance.now();
  let last = started;
  const phases: Phases = {};
  const order = (Object.keys(stages) as (keyof Phases)[]).filter((stage) => !without.includes(stage));
  return {
    phases,
    ends(stage: keyof Phases) {
      if (phases[stage] !== undefined) return;
      const now = performance.now();
      phases[stage] = round(now - last);
      last = now;
    },
    /** The one under way. */
    stage(): keyof Phases {
      return order.find((stage) => phases[stage] === undefined) ?? "body";
    },
    end: () => Math.round(performance.now() - started),
  };
}

const round = (ms: number) => Math.round(ms * 10) / 10;

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]));
}

/** Nothing is ever unpacked: a small answer that unpacks to gigabytes stays small. */
function readable(bytes: Buffer, encoding: string | undefined): string {
  if (encoding && encoding !== "identity") return `(${bytes.length} bytes, encoded as ${encoding.slice(0, 40)})`;
  // PostgreSQL keeps no NUL in text.
  return bytes.toString("utf8").replaceAll("\0", "\ufffd");
}

function wordsFor(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (inner instanceof RefusedAddress) return refused;
  const { code = "", message = "" } = inner as { code?: string; message?: string };
  if (/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|ECANCELLED|ETIMEOUT|EBADNAME)/.test(code))
    return "Its name could not be resolved.";
  if (code === "ECONNREFUSED") return "The receiver refused the connection.";
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return "The receiver could not be reached.";
  if (code === "ECONNRESET" || code === "EPIPE") return "The receiver closed the connection without an answer.";
  if (/^HPE_|HEADER/.test(code)) return "The receiver's answer is not valid HTTP.";
  if (/CERT|SSL|TLS|VERIFY|ISSUER|SIGNATURE/.test(code))
    return `The receiver's certificate was not accepted (${code}).`;
  return `The receiver could not be reached (${code || message.slice(0, 80) || "no reason given"}).`;
}
