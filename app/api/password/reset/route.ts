import { passwordReset } from "@/lib/contract/desk/set-up";
import { parse } from "@/lib/contract/parse";
import { callerNetwork, countAttempt } from "@/lib/server/attempts";
import { resetPassword } from "@/lib/server/password-reset";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/proxy";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("invitation", [callerNetwork(request.headers)]);
    const { token, password } = parse(passwordReset, await readBody(request), "body");
    await resetPassword(token, password);
    return json({ ok: true });
  });
