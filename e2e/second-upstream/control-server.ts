import type { IncomingMessage, ServerResponse } from "node:http";
import type { Control } from "./control.ts";
import type { Resource } from "./store.ts";

/** `Control` over HTTP for tests in other processes, on a separate port so that no rule applies to it. */
export async function serveControl(control: Control, request: IncomingMessage, response: ServerResponse) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
  const query = Object.fromEntries(searchParams);
  const { store = "", ...wanted } = query;
  // biome-ignore lint/suspicious/noExplicitAny: tests send what the method takes
  const body: any = text ? JSON.parse(text) : {};
  const done = (_: unknown) => ({ done: true });
  const actions: Record<string, () => unknown> = {
    "POST /rules": () => done(control.misbehave(body)),
    "DELETE /rules": () => done(control.behave()),
    "POST /keys": () => done(control.addKey(body.key, body)),
    "DELETE /keys": () => done(control.keys.delete(body.key)),
    "PATCH /choices": () => Object.assign(control.choices, body),
    "GET /requests": () => control.calls(wanted.on ?? "* *", query.store),
    "GET /effects": () => ({ count: control.storeOf(store).count(wanted), effects: control.storeOf(store).effects }),
    "GET /records": () => control.storeOf(store).list(wanted.resource as Resource),
    "POST /reset": () => done(control.reset()),
  };
  const action = actions[`${request.method} ${pathname}`];
  response.writeHead(action ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(action ? action() : { actions: Object.keys(actions) }));
}
