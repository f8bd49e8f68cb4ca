import "server-only";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { ApiError } from "../../contract/errors.ts";
import { parse } from "../../contract/parse.ts";
import { twoFactor as table, user, verification } from "../../database/schema/desk.ts";
import { sentence } from "../../sentences.ts";
import { db } from "../db.ts";
import type { Person } from "../wire/call.ts";
import { json } from "../wire/http.ts";
import { type Acts, askLibrary, libraryResult, withCookies } from "./auth-library.ts";
import { callerNetwork, countAttempt, forgetAttempts } from "./guess-limits.ts";
import { deviceCookie, findDevice } from "./known-device.ts";
import { authContext } from "./load-auth.ts";
import { noteAccount, noteRefused, noteSignIn } from "./note-sign-ins.ts";
import { confirmPerson, forgetTrustedBrowsers, withPassword } from "./passwords.ts";
import { findPerson, readCookie } from "./sessions.ts";

const withCode = z.object({ code: z.string().trim().max(64), trust: z.boolean().default(false) });

export const twoFactorActs: Acts = {
  "two-factor/enable": async (request, body) => {
    const person = await confirmPerson(request.headers, body, "two_factor_on");
    if (await isOn(person)) throw new ApiError(409, "already_on", sentence("twoFactorOn"));
    const { totpURI, backupCodes } = (await callLibrary(request, "enable", parse(withPassword, body, "body"))).body;
    return json({ uri: totpURI, recovery_codes: backupCodes });
  },

  "two-factor/generate-backup-codes": async (request, body) => {
    const person = await confirmPerson(request.headers, body, "new_recovery_codes");
    const { backupCodes } = (await callLibrary(request, "generate-backup-codes", parse(withPassword, body, "body")))
      .body;
    await noteAccount(person, "new_recovery_codes");
    return json({ recovery_codes: backupCodes });
  },

  "two-factor/disable": async (request, body) => {
    const person = await confirmPerson(request.headers, body, "two_factor_off");
    const { cookies } = await callLibrary(request, "disable", parse(withPassword, body, "body"));
    await forgetTrustedBrowsers(db(), person.id);
    await noteAccount(person, "two_factor_off");
    return withCookies(cookies);
  },

  /** Used for the first code, which turns two-factor sign-in on, and for the code at sign-in. */
  "two-factor/verify-totp": async (request, body) => {
    const person = await findPerson(request.headers);
    const { cookies } = await guess(request, person, "verify-totp", body);
    if (person) await noteAccount(person, "two_factor_on");
    return withCookies(cookies);
  },

  "two-factor/verify-backup-code": async (request, body) => {
    if (await findPerson(request.headers)) throw new ApiError(409, "signed_in", sentence("alreadySignedIn"));
    return withCookies((await guess(request, null, "verify-backup-code", body)).cookies);
  },
};

/** For the operator, if a person has lost both the device and the recovery codes. */
export async function turnOff(person: Pick<Person, "id">): Promise<void> {
  await db().transaction(async (tx) => {
    await tx.delete(table).where(eq(table.userId, person.id));
    await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, person.id));
  });
  await forgetTrustedBrowsers(db(), person.id);
}

async function isOn({ id }: Person): Promise<boolean> {
  const [row] = await db().select({ on: user.twoFactorEnabled }).from(user).where(eq(user.id, id));
  return row?.on === true;
}

type Way = "verify-totp" | "verify-backup-code";

/** The library counts attempts per account only. These counts are per address, device or signed-in person. */
async function guess(request: Request, person: Person | null, way: Way, body: unknown) {
  const { code, trust } = parse(withCode, body, "body");
  const whose = person ? null : await findChallenged(request.headers);
  const device = whose && (await findDevice(request.headers, whose));
  const subject = person ? `person ${person.id}` : (device ?? `address ${callerNetwork(request.headers)}`);
  await countAttempt("code", [subject]);
  const email = person?.email ?? whose;
  if (!email) throw challengeOver();
  try {
    const { cookies, ...answer } = await once(email, code, () =>
      callLibrary(request, way, { code, trustDevice: trust }),
    );
    await forgetAttempts("code", subject);
    if (whose) void noteSignIn(whose, true);
    return { ...answer, cookies: whose ? [...cookies, await deviceCookie(whose)] : cookies };
  } catch (cause) {
    // Only a valid challenge can lead to `invalid_code`, so the audit row may name the person in it.
    const wrong = cause instanceof ApiError && cause.code === "invalid_code";
    if (person && wrong) await noteRefused(person, "two_factor_on", cause);
    if (whose && wrong) void noteSignIn(whose, false, way === "verify-totp" ? "wrong_code" : "wrong_recovery_code");
    throw cause;
  }
}

/** The library accepts a code for as long as it is valid, so the code is claimed before, and released if it was wrong. */
async function once<Answer>(email: string, code: string, verify: () => Promise<Answer>): Promise<Answer> {
  const subject = `${email} ${code.replaceAll(/\s/g, "")}`;
  await countAttempt("same-code", [subject]).catch((cause) => {
    throw cause instanceof ApiError ? wrongCode() : cause;
  });
  try {
    return await verify();
  } catch (cause) {
    await forgetAttempts("same-code", subject);
    throw cause;
  }
}

async function findChallenged(headers: Headers): Promise<string | null> {
  const { name } = (await authContext()).createAuthCookie("two_factor");
  const [challenge] = readCookie(headers.get("cookie") ?? "", name)?.split(".") ?? [];
  if (!challenge?.startsWith("2fa-")) return null;
  const [row] = await db()
    .select({ email: user.email })
    .from(verification)
    .innerJoin(user, eq(user.id, verification.value))
    .where(eq(verification.identifier, challenge));
  return row?.email ?? null;
}

const callLibrary = (request: Request, path: string, body: object) =>
  libraryResult(askLibrary(request, `two-factor/${path}`, body), refusalOf);

function refusalOf(code: string, status: number): ApiError {
  if (code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE") return wrongCode();
  if (status === 429) return new ApiError(429, "too_many_attempts", sentence("codesWrong"));
  return challengeOver();
}

function wrongCode(): ApiError {
  const said = sentence("codeWrong");
  return new ApiError(400, "invalid_code", said, [{ field: "code", ...said }]);
}

const challengeOver = () => new ApiError(409, "challenge_over", sentence("challengeOver"));
