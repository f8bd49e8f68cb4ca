import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Rule } from "./control.ts";

export type Sent = { status: number; headers: Record<string, string>; text: string };

/** Fails as the rule says, instead of sending the response. */
export async function goWrong(rule: Rule, sent: Sent, response: ServerResponse): Promise<void> {
  const { headers, text } = sent;
  // A 204 could not carry the wrong bodies.
  const status = sent.status === 204 ? 200 : sent.status;
  switch (rule.fault) {
    case "slow":
      await sleep(rule.ms ?? 1_000, undefined, { ref: false });
      return write(sent, response);
    case "silence":
      return;
    case "cut":
      response.socket?.destroy();
      return;
    case "cut-body":
      response.writeHead(status, headers).write(text.slice(0, text.length / 2) || "{");
      await sleep(20);
      response.socket?.destroy();
      return;
    case "html":
      return write({ status, headers: { "content-type": "text/html" }, text: "<html><h1>It works!</h1>" }, response);
    case "huge":
      return write(
        { status, headers, text: JSON.stringify({ data: [], padding: "x".repeat(6 * 1024 * 1024) }) },
        response,
      );
    case "empty":
      return write({ status, headers, text: "{}" }, response);
    case "short":
      response.writeHead(200, { ...headers, "content-length": String(text.length + 100) }).write(text);
      await sleep(20);
      response.socket?.destroy();
      return;
    case "redirect":
      return write({ status: 307, headers: { location: "https://elsewhere.example/v1" }, text: "" }, response);
    case "not-gzip":
      return write({ status, headers: { ...headers, "content-encoding": "gzip" }, text: text || "{}" }, response);
    default:
      throw new Error(`Nobody told how ${rule.fault} goes.`);
  }
}

export function write({ status, headers, text }: Sent, response: ServerResponse): void {
  response.writeHead(status, headers).end(status === 204 ? undefined : text);
}
