import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type Behaviour = (request: Seen, response: ServerResponse) => unknown;

/** Stands in for an API: responds as the test says, and records each request exactly. */
export class Recorder {
  readonly seen: Seen[] = [];
  behave: Behaviour = json({ data: [], pagination: { page: 1, per_page: 20, total: 0 } });
  private readonly server = createServer((request, response) => void this.handle(request, response));

  static async start(): Promise<Recorder> {
    const recorder = new Recorder();
    await new Promise<void>((resolve) => recorder.server.listen(0, "127.0.0.1", resolve));
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/shop/v1`;
  }

  take(): Seen[] {
    return this.seen.splice(0);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += chunk;
    const seen = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    this.seen.push(seen);
    await this.behave(seen, response);
  }
}

export function json(body: unknown, status = 200, headers: Record<string, string | string[]> = {}): Behaviour {
  return (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

export function raw(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Behaviour {
  return (_, response) => response.writeHead(status, headers).end(body);
}
