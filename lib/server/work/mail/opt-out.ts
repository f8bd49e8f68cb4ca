import "server-only";
import type { MailKind } from "../../../contract/desk/mail-words.ts";
import { ApiError } from "../../../contract/errors.ts";
import { mailOptOut } from "../../../database/schema/desk-mail.ts";
import { openWith, sealWith, secretKey } from "../../../secret.ts";
import { db, type StoreMode } from "../../db.ts";
import { env } from "../../env.ts";

type Unwanted = StoreMode & { email: string; kind: MailKind };

const binding = ["unsubscribe"];
const key = () => secretKey(env().CARTWRIGHT_SECRET, "unsubscribe");

export function unsubscribeToken({ storeId, mode, email, kind }: Unwanted): string {
  return sealWith(key(), JSON.stringify({ storeId, mode, email, kind }), binding).toString("base64url");
}

export function readUnsubscribe(token: string): Unwanted {
  const plain = openWith(key(), Buffer.from(token, "base64url"), binding);
  if (plain === null) throw new ApiError(404, "not_found", "This link to unsubscribe is not complete.");
  return JSON.parse(plain);
}

export async function unsubscribe(token: string): Promise<void> {
  await db().insert(mailOptOut).values(readUnsubscribe(token)).onConflictDoNothing();
}
