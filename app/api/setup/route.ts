import { type SetUpLine, setUpDraft } from "@/lib/contract/desk/set-up";
import { ApiError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { log } from "@/lib/log";
import { sentence } from "@/lib/sentences";
import { fillDemo } from "@/lib/server/demo";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { isSetUpToken, setUpFirst } from "@/lib/server/people/set-up";
import { servedHere } from "@/lib/server/wire/connections";
import { answer, json, jsonLines, readBody, requireSameOrigin } from "@/lib/server/wire/http";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("setup", [callerNetwork(request.headers)]);
    const { token, owner, store, demo } = parse(setUpDraft, await readBody(request), "body");
    if (!isSetUpToken(token)) {
      throw new ApiError(403, "setup_token_invalid", sentence("setUpLink"));
    }
    const created = await setUpFirst(owner, store);
    if (!demo || !servedHere("sandbox").includes("checkout")) return json({ store: created.id }, 201);
    return jsonLines<SetUpLine>(async (send) => {
      try {
        await fillDemo(created.id, { onPart: (part) => send({ part }) });
        send({ store: created.id });
      } catch (cause) {
        log.error({ err: cause }, "the demo shop could not be made");
      }
    });
  });
