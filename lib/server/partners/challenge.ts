import "server-only";
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ApiError } from "../../contract/errors.ts";
import { secretKey } from "../../secret.ts";
import { sentence } from "../../sentences.ts";
import { env } from "../env.ts";
import { countAttempt } from "../people/guess-limits.ts";

// A form for strangers costs a browser some work. The server remembers a challenge only once it was used.

const bits = 14;
const lifetimeMs = 15 * 60_000;

export function makeChallenge(slug: string): { challenge: string; bits: number } {
  const facts = [slug, Date.now().toString(36), randomBytes(12).toString("base64url")].join(".");
  return { challenge: `${facts}.${signatureOf(facts)}`, bits };
}

/** Throws unless the work was done for this program, in time and for the first time. */
export async function requireProof(slug: string, { challenge, proof }: { challenge: string; proof: number }) {
  const [wanted, made = "", nonce, signature = ""] = challenge.split(".");
  const valid = Buffer.from(signatureOf([wanted, made, nonce].join(".")));
  const signed = signature.length === valid.length && timingSafeEqual(Buffer.from(signature), valid);
  const age = Date.now() - Number.parseInt(made, 36);
  const digest = createHash("sha256").update(`${challenge}.${proof}`).digest();
  const done = digest.readUInt32BE(0) >>> (32 - bits) === 0;
  if (!signed || wanted !== slug || !(age < lifetimeMs) || !done) throw unproven();
  await countAttempt("challenge", [challenge]).catch(() => {
    throw unproven();
  });
}

const signatureOf = (facts: string) =>
  createHmac("sha256", secretKey(env().CARTWRIGHT_SECRET, "challenge")).update(facts).digest("base64url");

const unproven = () => new ApiError(403, "unproven", sentence("joinUnproven"));
