import { requireOpenProgram } from "@/lib/server/memory/partner-program";
import { makeChallenge } from "@/lib/server/partners/challenge";
import { answer, json } from "@/lib/server/wire/http";

export const GET = (request: Request, { params }: RouteContext<"/api/join/[program]/challenge">) =>
  answer(request, async () => json(makeChallenge((await requireOpenProgram((await params).program)).slug)));
