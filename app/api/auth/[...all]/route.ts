import * as z from "zod";
import { ApiError } from "@/lib/contract/errors";
import { parse } from "@/lib/contract/parse";
import { sentence } from "@/lib/sentences";
import { askLibrary, libraryResult, serveActs, withCookies } from "@/lib/server/people/auth-library";
import { callerNetwork, countAttempt, forgetAttempts, forgiveAttempts } from "@/lib/server/people/guess-limits";
import { deviceCookie, findDevice } from "@/lib/server/people/known-device";
import { noteSignIn, noteSignOut } from "@/lib/server/people/note-sign-ins";
import { staffPasskeyActs } from "@/lib/server/people/passkeys";
import { findPerson } from "@/lib/server/people/sessions";
import { twoFactorActs } from "@/lib/server/people/two-factor";

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) });

const handler = serveActs({ "sign-in/email": signIn, "sign-out": signOut, ...twoFactorActs, ...staffPasskeyActs });

async function signIn(request: Request, body: unknown): Promise<Response> {
  const { email, password } = parse(credentials, body, "body");
  const [address, person] = [`address ${callerNetwork(request.headers)}`, `email ${email}`];
  const device = await findDevice(request.headers, email);
  await countAttempt("sign-in", device ? [device] : [address, person]);
  let entered: Awaited<ReturnType<typeof libraryResult>>;
  try {
    entered = await libraryResult(askLibrary(request, "sign-in/email", { email, password }), refusalOf);
  } catch (cause) {
    // Not awaited, because the response time must not reveal which addresses have an account.
    if (cause instanceof ApiError && cause.status === 401) void noteSignIn(email, false);
    throw cause;
  }
  await (device ? forgetAttempts("sign-in", device) : forgiveAttempts("sign-in", person, address));
  // The password was right, but a code is still required, so nobody is signed in yet.
  if (entered.body.twoFactorRedirect === true) return withCookies(entered.cookies, { twoFactorRedirect: true });
  void noteSignIn(email, true);
  return withCookies([...entered.cookies, await deviceCookie(email)]);
}

function refusalOf(_code: string, status: number): ApiError {
  if (status >= 500) return new ApiError(500, "server_error", sentence("wrongHereAgain"));
  return new ApiError(401, "wrong_credentials", sentence("credentialsWrong"));
}

async function signOut(request: Request): Promise<Response> {
  const person = await findPerson(request.headers);
  const response = await askLibrary(request, "sign-out", {});
  if (person && response.ok) void noteSignOut(person);
  return withCookies(response.headers.getSetCookie());
}

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
