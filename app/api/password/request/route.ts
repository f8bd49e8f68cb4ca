import { resetRequest } from "@/lib/contract/desk/set-up";
import { parse } from "@/lib/contract/parse";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { mailResetLink } from "@/lib/server/people/password-reset";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/wire/http";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    const { email } = parse(resetRequest, await readBody(request), "body");
    await countAttempt("reset", [`address ${callerNetwork(request.headers)}`, `email ${email}`]);
    // Not awaited, because the response time must not reveal which addresses have an account.
    void mailResetLink(email);
    return json({ ok: true });
  });
