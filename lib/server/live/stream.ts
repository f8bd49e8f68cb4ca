import "server-only";
import { ApiError } from "../../contract/errors.ts";
import { log } from "../../log.ts";
import { findMembership, findPerson, requireMembership } from "../people.ts";
import { answer, requireMode, type StoreRoute } from "../proxy.ts";
import { type Client, hub, type Told } from "./hub.ts";

type StreamPace = { beatMs: number; checkMs: number };

/** A beat keeps machines in between from closing the connection, and tells the browser that it is still there. */
const pace: StreamPace = { beatMs: 20_000, checkMs: 60_000 };
const mostPerPerson = 20;
const largestBacklog = 256 * 1024;

/** Server-sent events: what changes in one store and mode, for as long as the person may see it. */
export function serveLive(request: Request, route: StoreRoute, { beatMs, checkMs } = pace): Promise<Response> {
  return answer(request, async () => {
    const { store, mode } = await route.params;
    const { person, role } = await requireMembership(request.headers, store);
    const place = { store, mode: requireMode(mode), person: person.id };
    if (hub().countOf(person.id) >= mostPerPerson) {
      throw new ApiError(429, "too_many_streams", "You have too many pages open.", [], 30);
    }
    const after = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "";
    // What the framework does with its own headers after the answer has begun is none of the checks' business.
    const headers = new Headers({ cookie: request.headers.get("cookie") ?? "" });
    const text = new TextEncoder();
    let leave = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          let open = true;
          const send = (lines: string) => {
            if (open) controller.enqueue(text.encode(`${lines}\n\n`));
            // Who reads nothing comes back later and is told what was missed.
            if ((controller.desiredSize ?? 0) < -largestBacklog) client.end();
          };
          const client: Client = {
            ...{ ...place, role },
            tell: (told) => send(toLines(told)),
            end() {
              if (open) controller.close();
              leave();
            },
          };
          const beat = setInterval(() => send(`id: ${hub().cursor}\nevent: beat\ndata: 1`), beatMs);
          const check = setInterval(async () => {
            const member = await membershipOf(headers, place.store);
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
        // Not to be compressed, which would hold it back until there is enough of it, nor gathered by a proxy.
        "cache-control": "private, no-store, no-transform",
        "x-accel-buffering": "no",
      },
    });
  });
}

function toLines({ id, change }: Told): string {
  return change ? `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}` : `id: ${id}\nevent: resync\ndata: 1`;
}

/** Null once the session or the membership has ended, undefined where the database cannot tell. */
async function membershipOf(headers: Headers, store: string) {
  try {
    const person = await findPerson(headers);
    return person && (await findMembership(person, store));
  } catch (cause) {
    log.warn({ err: cause }, "a stream's session could not be checked");
    return undefined;
  }
}
