import { answer, json } from "@/lib/server/wire/http";
import { unsubscribe } from "@/lib/server/work/mail/opt-out";

/** Mail programs send this too, from no page at all. The token in the address allows nothing else. */
export const POST = (request: Request) =>
  answer(request, async () => {
    await unsubscribe(new URL(request.url).searchParams.get("token") ?? "");
    return json({ ok: true });
  });
