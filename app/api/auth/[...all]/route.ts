import { ApiError } from "@/lib/contract/errors";
import { clientAddress, countAttempt, forgiveAttempts } from "@/lib/server/attempts";
import { auth } from "@/lib/server/auth";
import { requireSameOrigin } from "@/lib/server/origin";
import { answer } from "@/lib/server/proxy";

// Only what the screens use; everything else that the library would answer stays closed.
const open = new Set(["POST sign-in/email", "POST sign-out", "GET get-session"]);

const handler = (request: Request, { params }: { params: Promise<{ all: string[] }> }) =>
  answer(request, async () => {
    const path = (await params).all.join("/");
    if (!open.has(`${request.method} ${path}`)) {
      throw new ApiError(404, "not_found", "There is nothing at this address.");
    }
    if (request.method === "GET") return auth().handler(request);
    requireSameOrigin(request.headers);
    return path === "sign-in/email" ? signIn(request) : auth().handler(request);
  });

async function signIn(request: Request): Promise<Response> {
  const body = await request
    .clone()
    .json()
    .catch(() => ({}));
  const subjects = [`address ${clientAddress(request.headers)}`, `email ${String(body?.email ?? "")}`];
  await countAttempt("sign-in", subjects);
  const response = await auth().handler(request);
  if (response.ok) await forgiveAttempts("sign-in", subjects);
  return response;
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
