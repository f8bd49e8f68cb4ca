import "server-only";
import { eq } from "drizzle-orm";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { db } from "../db.ts";

/** By the first bytes, because a name or a header may say anything. Null for all other files. */
export function imageType(bytes: Buffer): string | null {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG\r\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}

export async function readLogo(slug: string) {
  const { logo, logoType } = partnerProgram;
  const [row] = await db().select({ logo, logoType }).from(partnerProgram).where(eq(partnerProgram.slug, slug));
  return row?.logo && row.logoType ? { bytes: row.logo, type: row.logoType } : null;
}
