import { setUpDraft } from "@/lib/contract/desk/set-up";
import { ApiError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { callerNetwork, countAttempt } from "@/lib/server/attempts";
import { servedHere } from "@/lib/server/connections";
import { fillDemo } from "@/lib/server/demo";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/proxy";
import { isSetUpToken, setUpFirst } from "@/lib/server/set-up";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("setup", [callerNetwork(request.headers)]);
    const { token, owner, store, demo } = parse(setUpDraft, await readBody(request), "body");
    if (!isSetUpToken(token)) {
      const message = "This set-up link is not valid. Use the one that the server printed when it started.";
      throw new ApiError(403, "setup_token_invalid", message);
    }
    const created = await setUpFirst(owner, store);
    if (demo && servedHere("sandbox").includes("checkout")) await fillDemo(created.id);
    return json({ store: created.id }, 201);
  });
