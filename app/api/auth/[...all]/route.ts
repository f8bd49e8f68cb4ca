import * as z from "zod";
import { parse } from "@/lib/contract/parse";
import { clientAddress, countAttempt, forgiveAttempts } from "@/lib/server/attempts";
import { noteSignIn, noteSignOut } from "@/lib/server/audit/sessions";
import { askLibrary, serveActs } from "@/lib/server/library";
import { staffPasskeyActs } from "@/lib/server/passkeys";
import { findPerson } from "@/lib/server/people";
import { twoFactorActs } from "@/lib/server/two-factor";

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) });

const handler = serveActs({ "sign-in/email": signIn, "sign-out": signOut, ...twoFactorActs, ...staffPasskeyActs });

async function signIn(request: Request, body: unknown): Promise<Response> {
  const { email, password } = parse(credentials, body, "body");
  const [address, person] = [`address ${clientAddress(request.headers)}`, `email ${email}`];
  await countAttempt("sign-in", [address, person]);
  const response = await askLibrary(request, "sign-in/email", { email, password });
  if (response.ok) await forgiveAttempts("sign-in", person, address);
  // Not awaited, because the response time must not reveal which addresses have an account.
  if (!(response.ok && (await wantsCode(response)))) void noteSignIn(email, response.ok);
  return response;
}

/** Returns true if the password was right but a code is still required, so nobody is signed in yet. */
async function wantsCode(response: Response): Promise<boolean> {
  return (await response.clone().json()).twoFactorRedirect === true;
}

async function signOut(request: Request): Promise<Response> {
  const person = await findPerson(request.headers);
  const response = await askLibrary(request, "sign-out", {});
  if (person && response.ok) void noteSignOut(person);
  return response;
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
