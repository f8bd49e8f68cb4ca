import { ApiError } from "../contract/errors.ts";
import { said } from "../i18n/translate-errors.ts";
import type { English } from "../sentences.ts";
import { notePasskeyHere } from "./passkey-trace.ts";
import { post } from "./send.ts";

// This file is loaded when the person presses the button, or at once if the browser has used a passkey before.

const staff = "/api/auth";

const act = (base: string, name: string, body: object) => post(`${base}/passkey/${name}`, body);

/** `base` is the address of the sign-in to which the passkey belongs. */
export async function addPasskey(sent: { name: string; password?: string }, base = staff): Promise<void> {
  requireSupport();
  const { name } = sent;
  const options = await act(base, "generate-register-options", sent);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await chosen(() => navigator.credentials.create({ publicKey }));
  await act(base, "verify-registration", { name, response: made.toJSON() });
  if (base === staff) notePasskeyHere();
}

export async function signInWithPasskey(base = staff): Promise<void> {
  requireSupport();
  // The browser allows only one passkey request at a time.
  offered?.abort();
  await enter(base, {});
}

let offered: AbortController | undefined;

/** Offers passkeys in the autofill of the email field. Resolves when the person selects one, which may never happen. */
export async function offerPasskeys(): Promise<boolean> {
  if (offered || !isSupported()) return false;
  const offer = new AbortController();
  offered = offer;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  await enter(staff, { mediation: "conditional", signal: offer.signal });
  return true;
}

async function enter(base: string, manner: CredentialRequestOptions): Promise<void> {
  const options = await act(base, "generate-authenticate-options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const proof = await chosen(() => navigator.credentials.get({ ...manner, publicKey }));
  await act(base, "verify-authentication", { response: proof.toJSON() });
  if (base === staff) notePasskeyHere();
}

const isSupported = () =>
  typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

function requireSupport(): void {
  if (!isSupported()) throw problem("unsupported");
}

async function chosen(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await ask().catch((cause: unknown) => {
    throw problem(cause instanceof Error ? cause.name : "");
  });
  if (!credential) throw problem("NotAllowedError");
  return credential as PublicKeyCredential;
}

/** The browser's error names do not distinguish "cancelled" from "no passkey". */
const problems: Record<string, English> = {
  NotAllowedError: {
    key: "passkeyCancelled",
    message: "The request was cancelled or took too long, or this device has no passkey for this address.",
  },
  InvalidStateError: { key: "passkeyThere", message: "This device already has a passkey for your account." },
  SecurityError: {
    key: "passkeyElsewhere",
    message: "The passkeys of this server belong to another address than the one you opened.",
  },
  NotSupportedError: { key: "passkeyNowhere", message: "This device cannot store passkeys." },
  ConstraintError: {
    key: "passkeyUnchecked",
    message: "This device cannot verify that it is you. Set up a screen lock, or use another device.",
  },
  unsupported: {
    key: "passkeyUnsupported",
    message: "This browser does not support passkeys here. Use a newer browser at an https address.",
  },
};

const failed: English = { key: "passkeyFailed", message: "The browser could not use a passkey here." };

function problem(name: string): ApiError {
  const { message, key } = problems[name] ?? failed;
  return new ApiError(0, name, said(message, { key }));
}
