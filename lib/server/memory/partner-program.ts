import "server-only";
import { desc, eq, getTableColumns } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { isIdentifier } from "../../contract/paths.ts";
import { store } from "../../database/schema/desk.ts";
import { partnerProgram, partnerTerms } from "../../database/schema/desk-partners.ts";
import { sentence } from "../../sentences.ts";
import { db, inStoreMode, type StoreMode } from "../db.ts";

const { logo: _logo, createdAt: _createdAt, ...columns } = getTableColumns(partnerProgram);

export type PartnerProgram = Omit<typeof partnerProgram.$inferSelect, "logo" | "createdAt">;

/** Null unless the manager has saved the program. */
export async function findProgram(slug: string): Promise<PartnerProgram | null> {
  const [row] = await db().select(columns).from(partnerProgram).where(eq(partnerProgram.slug, slug));
  return row ?? null;
}

export async function programOf(storeMode: StoreMode): Promise<PartnerProgram> {
  const [row] = await db().select(columns).from(partnerProgram).where(inStoreMode(partnerProgram, storeMode));
  return row ?? newProgram(storeMode);
}

export async function currentTerms(storeMode: StoreMode) {
  const [row] = await db()
    .select()
    .from(partnerTerms)
    .where(inStoreMode(partnerTerms, storeMode))
    .orderBy(desc(partnerTerms.version))
    .limit(1);
  return row?.text ? row : null;
}

async function newProgram({ storeId, mode }: StoreMode): Promise<PartnerProgram> {
  const [found] = await db().select({ name: store.name }).from(store).where(eq(store.id, storeId));
  return {
    storeId,
    mode,
    slug: mode === "live" ? storeId : `${storeId}-sandbox`,
    open: false,
    portalOpen: false,
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

export const lookPath = ({ slug, updatedAt }: PartnerProgram): string => `/join/${slug}/look?v=${updatedAt.getTime()}`;

/** People can apply while the program is `open`; its affiliates use their portal while that is. */
type Door = "open" | "portalOpen";

/** A closed door looks like one that does not exist. */
export async function requireOpenProgram(slug: string, door: Door = "open"): Promise<PartnerProgram> {
  const program = isIdentifier(slug) ? await findProgram(slug) : null;
  if (program?.[door]) return program;
  throw new ApiError(404, "not_found", sentence("joinNoProgram"));
}
