import { createRemoteJWKSet, jwtVerify } from "jose";
import { ShopError } from "./error.ts";
import type { ShopOptions, Ticket } from "./types.ts";

const asked = { algorithms: ["EdDSA"], typ: "cartwright-ticket+jwt" };
/** Tickets with unknown keys make the shop ask no more often than this. */
const pauseMs = 60_000;

type Claims = Omit<Ticket, "id" | "issued_at" | "expires_at"> & { mode: string };

/** Keys come from Cartwright's address alone, whatever the header of a ticket names. */
export function createReader({ url, key = "", store, timeoutMs = 5_000 }: ShopOptions) {
  const address = new URL(`${url.replace(/\/+$/, "")}/services/checkout/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(address, { cooldownDuration: pauseMs, timeoutDuration: timeoutMs });
  const mode = /^(pub_)?live_/.test(key) ? "live" : "sandbox";

  return async (ticket: string, currentDate = new Date()): Promise<Ticket> => {
    if (!store) throw new TypeError("createShop needs the option store.");
    const verified = await jwtVerify<Claims>(ticket, keys, { ...asked, audience: store, currentDate }).catch(
      (cause) => {
        throw toShopError(cause, address);
      },
    );
    const { iss: _, aud: __, mode: own, jti: id = "", iat = 0, exp = 0, ...claims } = verified.payload;
    if (own !== mode) throw elsewhere();
    return { id, ...claims, issued_at: timeOf(iat), expires_at: timeOf(exp) };
  };
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();
const elsewhere = () => new ShopError(0, "wrong_store", "The ticket is for another store or mode.");

function toShopError(cause: { code?: unknown; claim?: unknown }, { origin, pathname }: URL): ShopError {
  const code = String(cause.code);
  if (code === "ERR_JWT_EXPIRED") return new ShopError(0, "ticket_expired", "The ticket has expired.");
  if (cause.claim === "aud") return elsewhere();
  if (/^ERR_(JWT|JWS)_|^ERR_JOSE_(ALG|NOT)_|NO_MATCHING_KEY$/.test(code))
    return new ShopError(0, "wrong_signature", "The ticket was changed on its way, or was not issued by Cartwright.");
  return new ShopError(0, "network_error", `${origin} could not be reached for ${pathname}.`);
}
