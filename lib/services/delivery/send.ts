import type { RequestOptions } from "node:http";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { urlToHttpOptions } from "node:url";
import type { Sentence } from "../../contract/errors.ts";
import type { Phases } from "../../database/schema/checkout-delivery.ts";
import { sentence } from "../../sentences.ts";
import { type AllowedHost, isAllowed, isPublicAddress, literalOf } from "./address.ts";
import { RefusedAddress, type Resolve, requirePublic, resolveLocally, resolvePublicly } from "./resolve.ts";

export type Sending = { url: string; headers: Record<string, string>; body: string };

export type SendOptions = {
  allowedHosts: readonly AllowedHost[];
  /** One deadline for DNS, connection, TLS, headers and body together. */
  deadlineMs: number;
  resolve?: Resolve;
  /** Ends the sending early, without an outcome. */
  signal?: AbortSignal;
};

export type ReceiverAnswer = {
  durationMs: number;
  phases: Phases;
  code?: number;
  headers?: Record<string, string>;
  body?: string;
  truncated: boolean;
  error?: Sentence;
  /** True if this side ended the sending, which says nothing about the receiver. */
  cut?: true;
};

const keptBytes = 64 * 1024;
const stages = {
  dns: "stageDns",
  connect: "stageConnect",
  tls: "stageTls",
  first_byte: "stageFirstByte",
  body: "stageBody",
} as const;

// A kept connection is safe, because its address was checked when it was made. Hosts that the operator allows have
// connections of their own, whose addresses were not checked.
const keep = { keepAlive: true, maxFreeSockets: 64, timeout: 4_000, maxCachedSessions: 0 };
const agents = {
  free: { "http:": new http.Agent(keep), "https:": new https.Agent(keep) },
  judged: { "http:": new http.Agent(keep), "https:": new https.Agent(keep) },
};

/** Sends once and never throws: the result describes any failure. */
export function send({ url: address, headers, body }: Sending, options: SendOptions): Promise<ReceiverAnswer> {
  const { url, request: target, literal } = targetOf(address);
  const free = isAllowed(url, options.allowedHosts);
  const clock = stopwatch([
    ...(literal ? ["dns" as const] : []),
    ...(url.protocol === "https:" ? [] : ["tls" as const]),
  ]);
  const answer: ReceiverAnswer = { durationMs: 0, phases: clock.phases, truncated: false };

  return new Promise((done) => {
    let quit: AbortController | undefined;
    let settled = false;
    const settle = (error?: Sentence) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      options.signal?.removeEventListener("abort", onAbort);
      quit?.abort();
      request?.destroy();
      answer.durationMs = clock.end();
      if (error !== undefined) answer.error = error;
      done(answer);
    };
    const late = () => {
      const seconds = options.deadlineMs / 1000;
      settle(sentence("receiverLate", { seconds, stage: sentence(stages[clock.stage()]) }));
    };
    const deadline = setTimeout(late, options.deadlineMs);
    const onAbort = () => {
      answer.cut = true;
      settle(sentence("attemptCut"));
    };
    options.signal?.addEventListener("abort", onAbort, { once: true });

    let request: http.ClientRequest | undefined;
    if (options.signal?.aborted) return onAbort();
    if (!free && (url.protocol !== "https:" || (literal && !isPublicAddress(literal)))) return settle(refused);

    const resolve = options.resolve ?? (free ? resolveLocally : resolvePublicly);
    // Each connection resolves and checks the addresses again, because DNS may have changed.
    const lookup: LookupFunction = (name, { all }, callback) => {
      quit ??= new AbortController();
      resolve(name, quit.signal)
        .then((found) => (free ? found : requirePublic(found)))
        .then((found) => {
          if (all) callback(null, found);
          else callback(null, found[0]?.address ?? "", found[0]?.family);
        })
        .catch((cause) => callback(cause, "", 0));
    };

    const secure = url.protocol === "https:";
    const post = (agent: http.Agent | false): http.ClientRequest => {
      const call = (secure ? https : http).request({
        ...target,
        method: "POST",
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        agent,
        lookup,
        timeout: 0,
        // Overrides process-wide settings such as NODE_TLS_REJECT_UNAUTHORIZED.
        rejectUnauthorized: true,
      });
      call.on("socket", (socket) => {
        if (call.reusedSocket) return clock.skips("dns", "connect", "tls");
        socket.once("lookup", () => clock.ends("dns"));
        socket.once("connect", () => clock.ends("connect"));
        socket.once("secureConnect", () => clock.ends("tls"));
      });
      call.on("error", (cause) => {
        // A receiver may close an idle connection at any time, so the event is sent again on a new one.
        if (call.reusedSocket && wasClosed(cause) && answer.code === undefined && !settled) request = post(false);
        // After the first byte, the response itself reports a broken connection.
        else if (answer.code === undefined) settle(sentenceFor(cause));
      });
      call.on("upgrade", () => settle(sentence("receiverProtocol")));
      call.on("response", read);
      call.end(body);
      return call;
    };
    const read = (response: http.IncomingMessage) => {
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
        settle(sentence("receiverBroke"));
      });
    };
    request = post(agents[free ? "free" : "judged"][secure ? "https:" : "http:"]);
  });
}

const refused = sentence("receiverPrivate");

function stopwatch(without: (keyof Phases)[]) {
  const started = performance.now();
  let last = started;
  const phases: Phases = {};
  let order = (Object.keys(stages) as (keyof Phases)[]).filter((stage) => !without.includes(stage));
  return {
    phases,
    ends(stage: keyof Phases) {
      if (phases[stage] !== undefined) return;
      const now = performance.now();
      phases[stage] = round(now - last);
      last = now;
    },
    /** A kept connection has none of these stages. */
    skips(...stages: (keyof Phases)[]) {
      order = order.filter((stage) => !stages.includes(stage));
    },
    stage(): keyof Phases {
      return order.find((stage) => phases[stage] === undefined) ?? "body";
    },
    end: () => Math.round(performance.now() - started),
  };
}

const round = (ms: number) => Math.round(ms * 10) / 10;

function flatten(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, storable([value].flat().join(", "))]),
  );
}

/** Compressed bodies are never unpacked, because a small one may unpack to gigabytes. */
function readable(bytes: Buffer, encoding: string | undefined): string {
  if (encoding && encoding !== "identity") return `(${bytes.length} bytes, encoded as ${encoding.slice(0, 40)})`;
  return storable(bytes.toString("utf8"));
}

/** PostgreSQL cannot store NUL characters in text. */
const storable = (text: string) => text.replaceAll("\0", "\ufffd");

const certificateFaults = [
  [/SELF_SIGNED_CERT/, "certificateUnknown"],
  [/^CERT_HAS_EXPIRED$/, "certificateExpired"],
  [/^CERT_NOT_YET_VALID$/, "certificateEarly"],
  [/ALTNAME_INVALID$/, "certificateName"],
  [/^UNABLE_TO_(VERIFY|GET_ISSUER)/, "certificateChain"],
  [/CERT|VERIFY|CHAIN|SIGNATURE/, "certificateRefused"],
] as const;

function wasClosed(cause: unknown): boolean {
  const { code = "" } = cause as { code?: string };
  return code === "ECONNRESET" || code === "EPIPE";
}

function sentenceFor(cause: unknown): Sentence {
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (inner instanceof RefusedAddress) return refused;
  const { code = "", message = "" } = inner as { code?: string; message?: string };
  if (/^(ENOTFOUND|ENODATA|EAI_|ESERVFAIL|ECANCELLED|ETIMEOUT|EBADNAME)/.test(code)) return sentence("receiverName");
  if (code === "ECONNREFUSED") return sentence("receiverRefused");
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return sentence("receiverUnreached");
  if (code === "ECONNRESET" || code === "EPIPE") return sentence("receiverClosed");
  if (/^HPE_|HEADER/.test(code)) return sentence("receiverHttp");
  const certificate = certificateFaults.find(([pattern]) => pattern.test(code))?.[1];
  if (certificate) return sentence(certificate);
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)) return sentence("receiverEncryption", { code });
  const why = code || message.slice(0, 80);
  return why ? sentence("receiverUnreachedWhy", { reason: why }) : sentence("receiverUnreached");
}

type Target = { url: URL; request: RequestOptions; literal: string | null };
const most = 1_000;
const known = new Map<string, Target>();

/** Parses an address and caches the result, because parsing costs as much as signing. It checks nothing. */
function targetOf(address: string): Target {
  let found = known.get(address);
  if (found) return found;
  if (known.size >= most) known.clear();
  const url = new URL(address);
  found = { url, request: urlToHttpOptions(url), literal: literalOf(url.hostname) };
  known.set(address, found);
  return found;
}
