import { acceptDraft } from "@/lib/contract/desk/set-up";
import { parse } from "@/lib/contract/parse";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { acceptInvitation } from "@/lib/server/people/invitations";
import { findPerson } from "@/lib/server/people/sessions";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/wire/http";

export const POST = (request: Request) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("invitation", [callerNetwork(request.headers)]);
    const { token, name, password } = parse(acceptDraft, await readBody(request), "body");
    const signedIn = await findPerson(request.headers);
    const newcomer = name !== undefined && password !== undefined ? { name, password } : undefined;
    return json(await acceptInvitation(token, signedIn, newcomer), 201);
  });
