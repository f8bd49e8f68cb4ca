import "server-only";
import { randomUUID } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { partnerMedia } from "../../database/schema/desk-portal.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";
import type { PartnerHandlers } from "./caller.ts";

export const media: PartnerHandlers<"media"> = {
  list: async (_input, { program }) => ({ data: await listMedia(program) }),
  get: ({ params }, { program }) => sendMedia(program, params.id),
};

const { id, name, type, size } = partnerMedia;

export async function listMedia(place: StoreMode) {
  return db()
    .select({ id, name, type, size })
    .from(partnerMedia)
    .where(inStoreMode(partnerMedia, place))
    .orderBy(desc(partnerMedia.createdAt), desc(id));
}

async function sendMedia(place: StoreMode, wanted: string): Promise<Response> {
  const [row] = await db()
    .select()
    .from(partnerMedia)
    .where(and(inStoreMode(partnerMedia, place), eq(id, wanted)));
  if (!row) throw new ApiError(404, "not_found", sentence("portalNoFile"));
  const shown = row.type.startsWith("image/") ? "inline" : "attachment";
  return new Response(new Uint8Array(row.content), {
    headers: {
      "content-type": row.type,
      "content-disposition": `${shown}; filename*=UTF-8''${encodeURIComponent(row.name).replaceAll("'", "%27")}`,
      // A file opened as a page of its own can do nothing.
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=3600",
    },
  });
}

const most = 100;

export async function addMedia(
  place: StoreMode,
  file: { name: string; type: string; content: Buffer },
): Promise<string> {
  if ((await db().$count(partnerMedia, inStoreMode(partnerMedia, place))) >= most) {
    throw new ApiError(409, "too_many", sentence("portalTooManyFiles", { count: most }));
  }
  const values = { id: `media_${randomUUID()}`, storeId: place.storeId, mode: place.mode };
  await db()
    .insert(partnerMedia)
    .values({ ...values, ...file, size: file.content.length });
  return values.id;
}

export async function deleteMedia(place: StoreMode, wanted: string): Promise<void> {
  const { rowCount } = await db()
    .delete(partnerMedia)
    .where(and(inStoreMode(partnerMedia, place), eq(id, wanted)));
  if (rowCount === 0) throw new ApiError(404, "not_found", sentence("portalNoFile"));
}
