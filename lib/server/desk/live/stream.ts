import "server-only";
import { ApiError } from "../../../contract/errors.ts";
import { log } from "../../../log.ts";
import { findMembership, findPerson, requireMembership } from "../../people/sessions.ts";
import { answer, requireMode, type StoreRoute } from "../../wire/http.ts";
import { hub, type LiveClient, type StreamMessage } from "./hub.ts";

type StreamPace = { beatMs: number; checkMs: number };

/** A beat keeps proxies from closing the connection, and shows the browser that the stream is alive. */
const pace: StreamPace = { beatMs: 20_000, checkMs: 60_000 };
const mostPerPerson = 20;
const largestBacklog = 256 * 1024;

export function serveLive(request: Request, route: StoreRoute, { beatMs, checkMs } = pace): Promise<Response> {
  return answer(request, async () => {
    const { store, mode } = await route.params;
    const { person, role } = await requireMembership(request.headers, store);
    const who = { store, mode: requireMode(mode), person: person.id };
    if (hub().countOf(person.id) >= mostPerPerson) {
      throw new ApiError(429, "too_many_streams", "You have too many pages open.", [], 30);
    }
    const after = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "";
    // A copy for later checks, because the framework may change its own headers after the response has begun.
    const headers = new Headers({ cookie: request.headers.get("cookie") ?? "" });
    const text = new TextEncoder();
    let leave = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          let open = true;
          const send = (lines: string) => {
            if (open) controller.enqueue(text.encode(`${lines}\n\n`));
            // A client that does not read is disconnected. It reconnects later and gets what it missed.
            if ((controller.desiredSize ?? 0) < -largestBacklog) client.end();
          };
          const client: LiveClient = {
            ...who,
            role,
            tell: (message) => send(toLines(message)),
            end() {
              if (open) controller.close();
              leave();
            },
          };
          const beat = setInterval(() => send(`id: ${hub().cursor}\nevent: beat\ndata: 1`), beatMs);
          const check = setInterval(async () => {
            const member = await membershipOf(headers, store);
            if (member) client.role = member.role;
            if (member !== null) return;
            send("event: end\ndata: 1");
            client.end();
          }, checkMs);
          send("retry: 2000");
          const part = hub().join(client, after);
          leave = () => {
            open = false;
            clearInterval(beat);
            clearInterval(check);
            part();
          };
          request.signal.addEventListener("abort", () => leave());
        },
        cancel: () => leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 16 * 1024 }),
    );
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        // Compression and a gathering proxy would hold events back until there were enough of them.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}

function toLines({ id, change }: StreamMessage): string {
  return change ? `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}` : `id: ${id}\nevent: resync\ndata: 1`;
}

/** Null if the session or the membership has ended, undefined if the database cannot be asked. */
async function membershipOf(headers: Headers, store: string) {
  try {
    const person = await findPerson(headers);
    return person && (await findMembership(person, store));
  } catch (cause) {
    log.warn({ err: cause }, "a stream's session could not be checked");
    return undefined;
  }
}
