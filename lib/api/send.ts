import type { Method } from "../contract/define.ts";
import { ApiError } from "../contract/errors.ts";
import { buildPath } from "../contract/paths.ts";
import { readError } from "../contract/read-error.ts";
import { said } from "../i18n/translate-errors.ts";
import type { English } from "../sentences.ts";
import type { Send } from "./client.ts";

/** A tab recognises its own changes in the live stream by this id. */
export const tabId = Math.random().toString(36).slice(2);

let quiet = false;

/** No person caused the calls that are made during `run`: they give way to people and may share responses. */
export function quietly(run: () => void): void {
  quiet = true;
  try {
    run();
  } finally {
    quiet = false;
  }
}

type Place = { store: string; mode: string; api: string };

export function sendTo({ store, mode, api }: Place): Send {
  const base = `/api/${store}/${mode}/${api}`;
  return ({ method, path, input, signal }) =>
    request(base + buildPath(path, input.params) + toQuery(input.query), {
      method,
      ...(signal && { signal }),
      ...(input.keepalive && { keepalive: true }),
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      headers: {
        "x-tab": tabId,
        ...(quiet && { "x-lane": "prefetch" }),
        ...(input.body !== undefined && { "content-type": "application/json" }),
        ...input.headers,
      },
    });
}

export const post = (url: string, body: object) => sendJson("POST", url, body);

export const sendJson = (method: Method, url: string, body?: object) =>
  request(url, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

export async function request(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await respond(url, init);
  return response.json().catch(() => null);
}

/** Calls `onLine` for each line while the work goes on, and returns the last one that came. */
export async function postForLines<Line extends object>(
  url: string,
  body: object,
  onLine: (line: Line) => void,
): Promise<Line> {
  const headers = { "content-type": "application/json" };
  const response = await respond(url, { method: "POST", headers, body: JSON.stringify(body) });
  let last: Line | undefined;
  let text = "";
  const read = (line: string) => {
    last = JSON.parse(line) as Line;
    onLine(last);
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = () => reader?.read().catch(() => null);
  let part = await next();
  for (; part && !part.done; part = await next()) {
    const lines = (text + part.value).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) read(line);
  }
  // After a break, the rest is a part of a line.
  if (part && text !== "") read(text);
  if (last === undefined) throw new ApiError(0, "offline", said(unreached.message, unreached));
  return last;
}

async function respond(url: string, init: RequestInit): Promise<Response> {
  // A screen may begin several reads at once. Starting one takes a slow phone 30 ms, so each starts in a task of its own.
  if (init.signal) await new Promise((start) => setTimeout(start));
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...init });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, "offline", said(unreached.message, unreached));
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  const error = inWords(readError(response.status, body, response.headers.get("retry-after")));
  error.requestId = response.headers.get("x-request-id") ?? undefined;
  throw error;
}

const unreached: English = { key: "unreached", message: "The server cannot be reached. Check your connection." };

function inWords({ status, code, sentence, details, retryAfter }: ApiError): ApiError {
  const each = details.map((detail) => ({ ...detail, message: said(detail.message, detail) }));
  return new ApiError(status, code, { ...sentence, message: said(sentence.message, sentence) }, each, retryAfter);
}

function toQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}
