import "@/lib/server/registrations";
import { joinDraft } from "@/lib/contract/desk/partner-program";
import { parse } from "@/lib/contract/parse";
import { requireOpenProgram } from "@/lib/server/memory/partner-program";
import { apply } from "@/lib/server/partners/applications";
import { requireProof } from "@/lib/server/partners/challenge";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/wire/http";

type Route = RouteContext<"/api/join/[program]">;

export const POST = (request: Request, { params }: Route) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    const network = callerNetwork(request.headers);
    const program = await requireOpenProgram((await params).program);
    await countAttempt("join", [`${program.slug} ${network}`]);
    const draft = parse(joinDraft, await readBody(request), "body");
    await requireProof(program.slug, draft);
    // Only a program fills in the hidden field. It is told nothing that would help it.
    if (draft.url) return json({ state: "confirm" });
    await countAttempt("join-mail", [`${program.slug} ${draft.email}`]);
    return json({ state: await apply(program, draft, network) }, 201);
  });
