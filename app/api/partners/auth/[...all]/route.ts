import { ApiError } from "@/lib/contract/errors";
import { partnerActs } from "@/lib/server/partners/sign-in";
import { answer, readBody, requireSameOrigin } from "@/lib/server/proxy";

const handler = (request: Request, { params }: { params: Promise<{ all: string[] }> }) =>
  answer(request, async () => {
    const path = (await params).all.join("/");
    const act = Object.hasOwn(partnerActs, path) ? partnerActs[path] : undefined;
    if (request.method !== "POST" || !act) throw new ApiError(404, "not_found", "There is nothing at this address.");
    requireSameOrigin(request.headers);
    return act(request, await readBody(request));
  });

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
