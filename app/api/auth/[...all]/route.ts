import * as z from "zod";
import { ApiError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { clientAddress, countAttempt, forgiveAttempts } from "@/lib/server/attempts";
import { noteSignIn, noteSignOut } from "@/lib/server/audit/sessions";
import { auth } from "@/lib/server/auth";
import { requireSameOrigin } from "@/lib/server/origin";
import { findPerson } from "@/lib/server/people";
import { answer, readBody } from "@/lib/server/proxy";
import { twoFactorActs } from "@/lib/server/two-factor";

// Only what the screens use; everything else that the library would answer stays closed.
const open = new Set(["sign-in/email", "sign-out", ...Object.keys(twoFactorActs)]);

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) });

const handler = (request: Request, { params }: { params: Promise<{ all: string[] }> }) =>
  answer(request, async () => {
    const path = (await params).all.join("/");
    if (request.method !== "POST" || !open.has(path)) {
      throw new ApiError(404, "not_found", "There is nothing at this address.");
    }
    requireSameOrigin(request.headers);
    if (path === "sign-in/email") return signIn(request);
    if (path === "sign-out") return signOut(request);
    const act = twoFactorActs[path] as (typeof twoFactorActs)[string];
    return act(request, await readBody(request), (body) => auth().handler(withBody(request, body)));
  });

async function signIn(request: Request): Promise<Response> {
  const { email, password } = parse(credentials, await readBody(request), "body");
  const [address, person] = [`address ${clientAddress(request.headers)}`, `email ${email}`];
  await countAttempt("sign-in", [address, person]);
  const response = await auth().handler(withBody(request, { email, password }));
  if (response.ok) await forgiveAttempts("sign-in", person, address);
  // Nobody waits for it: how long an answer takes must not tell which addresses have an account.
  if (!(response.ok && (await wantsCode(response)))) void noteSignIn(email, response.ok);
  return response;
}

/** The password was right and a code is asked for: nobody is signed in yet. */
async function wantsCode(response: Response): Promise<boolean> {
  return (await response.clone().json()).twoFactorRedirect === true;
}

async function signOut(request: Request): Promise<Response> {
  const person = await findPerson(request.headers);
  const response = await auth().handler(withBody(request, {}));
  if (person && response.ok) void noteSignOut(person);
  return response;
}

/** The library reads a body without a limit, and more of it than the screens send. */
function withBody(request: Request, body: object): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
