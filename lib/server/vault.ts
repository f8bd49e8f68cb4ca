import "server-only";
import { openWith, sealWith, secretKey } from "../secret.ts";
import { env } from "./env.ts";

/** What a ciphertext is bound to: moved to another row or another address, it does not open. */
export type Binding = { storeId: string; mode: string; api: string; origin: string };

export function seal(plain: string, binding: Binding, secret = env().CARTWRIGHT_SECRET): Buffer {
  return sealWith(keyFrom(secret), plain, inOrder(binding));
}

/** Null when it was sealed under another secret or for another place. */
export function open(sealed: Buffer, binding: Binding, secret = env().CARTWRIGHT_SECRET): string | null {
  return openWith(keyFrom(secret), sealed, inOrder(binding));
}

const keyFrom = (secret: string) => secretKey(secret, "vault");

const inOrder = ({ storeId, mode, api, origin }: Binding) => [storeId, mode, api, origin];
