import { passwordReset } from "@/lib/contract/desk/set-up";
import { parse } from "@/lib/contract/parse";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { resetPassword } from "@/lib/server/people/password-reset";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/wire/http";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("invitation", [callerNetwork(request.headers)]);
    const { token, password } = parse(passwordReset, await readBody(request), "body");
    await resetPassword(token, password);
    return json({ ok: true });
  });
