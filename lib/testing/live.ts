import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Role } from "../contract/define.ts";
import type { LiveChange } from "../contract/desk/live.ts";

const password = "a wheel has six spokes";

type Heard = { event: string; id: string; data: string };

/** Serves the dashboard's routes over real HTTP in this process, on the database of an open test desk. */
export async function serveDeskForTests(pace = { beatMs: 20_000, checkMs: 60_000 }) {
  const { serveLive } = await import("../server/desk/live/stream.ts");
  const { receive } = await import("../server/desk/live/receive.ts");
  const { createProxy } = await import("../server/proxy.ts");
  const { serveDesk } = await import("../server/desk/serve.ts");
  const { auth } = await import("../server/people/load-auth.ts");
  const setUp = await import("../server/people/set-up.ts");
  const proxies = { checkout: createProxy("checkout"), affiliate: createProxy("affiliate") };

  const fetchDesk = (request: Request): Promise<Response> => {
    const [, , store = "", mode = "", api = "", ...rest] = new URL(request.url).pathname.split("/");
    if (store === "hooks") return receive(request, mode);
    const route = { params: Promise.resolve({ store, mode }) };
    if (api === "desk") return rest.join("/") === "live" ? serveLive(request, route, pace) : serveDesk(request, route);
    return proxies[api as keyof typeof proxies](request, route);
  };
  const server = createServer(getRequestListener(fetchDesk));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const signIn = async (email: string) => {
    const answer = await (await auth()).api.signInEmail({ body: { email, password }, asResponse: true });
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  };
  return {
    address,
    /** Returns the session cookie of the store's owner. */
    async newStore(id: string): Promise<string> {
      const owner = { name: "Owner", email: `owner@${id}.test`, password };
      await setUp.setUpAgain(owner, { id, name: id, currency: "EUR", time_zone: "UTC" });
      return signIn(owner.email);
    },
    async newMember(store: string, role: Role): Promise<string> {
      const person = { name: role, email: `${role}@${store}.test`, password };
      await setUp.addMember(person, store, role);
      return signIn(person.email);
    },
    signIn,
    call(cookie: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      return fetch(address + path, {
        method,
        headers: {
          cookie,
          origin: address,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    listen: (cookie: string, path: string, headers: Record<string, string> = {}) =>
      listenTo(`${address}/api/${path}/desk/live`, { cookie, ...headers }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function listenTo(url: string, headers: Record<string, string>) {
  const stopping = new AbortController();
  const answer = await fetch(url, { headers, signal: stopping.signal });
  const heard: Heard[] = [];
  let text = "";
  let ended = false;
  const reading = (async () => {
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
        if (field("event")) heard.push({ event: field("event"), id: field("id"), data: field("data") });
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  return {
    status: answer.status,
    headers: answer.headers,
    heard,
    changes: () => heard.filter(({ event }) => event === "change").map(({ data }) => JSON.parse(data) as LiveChange),
    ended: () => ended,
    async close() {
      stopping.abort();
      await reading;
    },
  };
}
