import "server-only";
import { eq, getTableColumns } from "drizzle-orm";
import { store } from "../../database/schema/desk.ts";
import { partnerProgram } from "../../database/schema/desk-partners.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";

const { logo: _logo, createdAt: _createdAt, ...columns } = getTableColumns(partnerProgram);

export type PartnerProgram = Omit<typeof partnerProgram.$inferSelect, "logo" | "createdAt">;

/** Null unless the manager has saved the program. Its pages are closed unless it is `open`. */
export async function findProgram(slug: string): Promise<PartnerProgram | null> {
  const [row] = await db().select(columns).from(partnerProgram).where(eq(partnerProgram.slug, slug));
  return row ?? null;
}

export async function programOf(storeMode: StoreMode): Promise<PartnerProgram> {
  const [row] = await db().select(columns).from(partnerProgram).where(inStoreMode(partnerProgram, storeMode));
  return row ?? newProgram(storeMode);
}

async function newProgram({ storeId, mode }: StoreMode): Promise<PartnerProgram> {
  const [found] = await db().select({ name: store.name }).from(store).where(eq(store.id, storeId));
  return {
    storeId,
    mode,
    slug: mode === "live" ? storeId : `${storeId}-sandbox`,
    open: false,
    name: found?.name ?? storeId,
    locale: "en",
    intro: "",
    benefits: [],
    allowedHosts: [],
    replyTo: null,
    accent: null,
    logoType: null,
    questions: [],
    approval: "nobody",
    approvalCountries: [],
    updatedAt: new Date(),
  };
}

/** With the time of the last change, so that a new logo gets a new address. */
export const logoPath = ({ slug, logoType, updatedAt }: PartnerProgram): string | null =>
  logoType && `/join/${slug}/logo?v=${updatedAt.getTime()}`;
