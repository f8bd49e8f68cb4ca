import "server-only";
import { openWith, type Resealing, sealWith, secretKey } from "../../secret.ts";
import { env } from "../env.ts";

/** A ciphertext is bound to this place: moved to another row or address, it does not decrypt. */
export type Binding = { storeId: string; mode: string; api: string; origin: string };

export function seal(plain: string, binding: Binding, secret = env().CARTWRIGHT_SECRET): Buffer {
  return sealWith(keyFrom(secret), plain, inOrder(binding));
}

/** Null if it was encrypted with another secret or for another place. */
export function open(sealed: Buffer, binding: Binding, secret = env().CARTWRIGHT_SECRET): string | null {
  return openWith(keyFrom(secret), sealed, inOrder(binding));
}

export const reseal = (work: Resealing, sealed: Buffer, binding: Binding): Promise<Buffer> =>
  work.again(
    sealed,
    (secret) => open(sealed, binding, secret),
    (plain, secret) => seal(plain, binding, secret),
  );

const keyFrom = (secret: string) => secretKey(secret, "vault");

const inOrder = ({ storeId, mode, api, origin }: Binding) => [storeId, mode, api, origin];
