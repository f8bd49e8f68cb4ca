import { ApiError } from "../contract/errors.ts";
import { said } from "../i18n/said.ts";
import { notePasskeyHere } from "./passkey-trace.ts";
import { post } from "./send.ts";

// This file is loaded when the person presses the button, or at once if the browser has used a passkey before.

const act = (name: string, body: object) => post(`/api/auth/passkey/${name}`, body);

export async function addPasskey({ name, password }: { name: string; password: string }): Promise<void> {
  requireSupport();
  const options = await act("generate-register-options", { name, password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await chosen(() => navigator.credentials.create({ publicKey }));
  await act("verify-registration", { name, response: made.toJSON() });
  notePasskeyHere();
}

export async function signInWithPasskey(): Promise<void> {
  requireSupport();
  // The browser allows only one passkey request at a time.
  offered?.abort();
  await enter({});
}

let offered: AbortController | undefined;

/** Offers passkeys in the autofill of the email field. Resolves when the person selects one, which may never happen. */
export async function offerPasskeys(): Promise<boolean> {
  if (offered || !isSupported()) return false;
  const offer = new AbortController();
  offered = offer;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return false;
  await enter({ mediation: "conditional", signal: offer.signal });
  return true;
}

async function enter(manner: CredentialRequestOptions): Promise<void> {
  const options = await act("generate-authenticate-options", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const proof = await chosen(() => navigator.credentials.get({ ...manner, publicKey }));
  await act("verify-authentication", { response: proof.toJSON() });
  notePasskeyHere();
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
const problems: Record<string, string> = {
  NotAllowedError: "The request was cancelled or took too long, or this device has no passkey for this address.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "The passkeys of this server belong to another address than the one you opened.",
  NotSupportedError: "This device cannot store passkeys.",
  ConstraintError: "This device cannot verify that it is you. Set up a screen lock, or use another device.",
  unsupported: "This browser does not support passkeys here. Use a newer browser at an https address.",
};

const problem = (name: string) =>
  new ApiError(0, name, said(problems[name] ?? "The browser could not use a passkey here."));
