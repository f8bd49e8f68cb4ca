import "@/lib/server/registrations";
import * as z from "zod";
import { parse } from "@/lib/contract/parse";
import { requireOpenProgram } from "@/lib/server/memory/partner-program";
import { confirmApplication } from "@/lib/server/partners/applications";
import { callerNetwork, countAttempt } from "@/lib/server/people/guess-limits";
import { answer, json, readBody, requireSameOrigin } from "@/lib/server/wire/http";

const withToken = z.strictObject({ token: z.string().max(200) });

export const POST = (request: Request, { params }: RouteContext<"/api/join/[program]/confirm">) =>
  answer(request, async () => {
    requireSameOrigin(request.headers);
    await countAttempt("invitation", [callerNetwork(request.headers)]);
    const { token } = parse(withToken, await readBody(request), "body");
    return json({ first: await confirmApplication(await requireOpenProgram((await params).program), token) });
  });
