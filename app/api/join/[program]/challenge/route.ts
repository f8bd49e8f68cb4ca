import { makeChallenge } from "@/lib/server/partners/challenge";
import { requireOpenProgram } from "@/lib/server/partners/program";
import { answer, json } from "@/lib/server/wire/proxy";

export const GET = (request: Request, { params }: RouteContext<"/api/join/[program]/challenge">) =>
  answer(request, async () => json(makeChallenge((await requireOpenProgram((await params).program)).slug)));
