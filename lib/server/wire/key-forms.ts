import "server-only";
import type { KeyForm } from "../../contract/desk/connections.ts";
import { env } from "../env.ts";

// The affiliate specification does not say how a key is sent; the checkout specification names two forms as equal.

type Reached = { api: "checkout" | "affiliate"; embedded: boolean };

/** A header that the operator has set comes first, because it was set for a reason. */
export function formsOf({ api, embedded }: Reached): [KeyForm, ...KeyForm[]] {
  if (embedded) return ["bearer"];
  if (api === "checkout") return ["bearer", "x_api_key"];
  return named() === undefined ? ["bearer", "x_api_key", "bare"] : ["setting", "bearer", "x_api_key", "bare"];
}

/** The setting `Authorization` is ignored: the key is tried in that header anyway, with and without Bearer. */
function named(): string | undefined {
  const header = env().AFFILIATE_API_KEY_HEADER;
  return header?.toLowerCase() === "authorization" ? undefined : header;
}

export function headerOf(form: KeyForm): string {
  if (form === "x_api_key") return "X-API-Key";
  return (form === "setting" && named()) || "Authorization";
}

export function keyHeader({ form, key }: { form: KeyForm; key: string }): [name: string, value: string] {
  return [headerOf(form), form === "bearer" ? `Bearer ${key}` : key];
}
