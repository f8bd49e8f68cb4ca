import { type AnyPgColumn, bigint, boolean, index, type PgSchema, text } from "drizzle-orm/pg-core";
import type { times } from "./kernel.ts";

/** Better Auth reads and writes these tables. Staff and affiliates have their own, so that neither enters as the other. */
export function signInTables<Prefix extends "" | "partner_">(
  schema: PgSchema<"desk">,
  prefix: Prefix,
  ownerId: () => AnyPgColumn,
  { moment, createdAt, updatedAt }: ReturnType<typeof times>,
) {
  const userId = () => text("user_id").notNull().references(ownerId, { onDelete: "cascade" });

  const session = schema.table(
    `${prefix}session`,
    {
      id: text("id").primaryKey(),
      token: text("token").notNull().unique(),
      userId: userId(),
      ipAddress: text("ip_address"),
      userAgent: text("user_agent"),
      expiresAt: moment("expires_at").notNull(),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [index(`${prefix}session_user`).on(table.userId), index(`${prefix}session_expires`).on(table.expiresAt)],
  );

  const verification = schema.table(
    `${prefix}verification`,
    {
      id: text("id").primaryKey(),
      identifier: text("identifier").notNull(),
      value: text("value").notNull(),
      expiresAt: moment("expires_at").notNull(),
      createdAt: createdAt(),
      updatedAt: updatedAt(),
    },
    (table) => [
      index(`${prefix}verification_identifier`).on(table.identifier),
      index(`${prefix}verification_expires`).on(table.expiresAt),
    ],
  );

  const passkey = schema.table(
    `${prefix}passkey`,
    {
      id: text("id").primaryKey(),
      name: text("name").notNull(),
      userId: userId(),
      credentialID: text("credential_id").notNull().unique(),
      publicKey: text("public_key").notNull(),
      counter: bigint("counter", { mode: "number" }).notNull(),
      deviceType: text("device_type").notNull(),
      backedUp: boolean("backed_up").notNull(),
      transports: text("transports"),
      aaguid: text("aaguid"),
      /** Our own column, which Better Auth does not know. */
      lastUsedAt: moment("last_used_at"),
      createdAt: createdAt(),
    },
    (table) => [index(`${prefix}passkey_user`).on(table.userId)],
  );

  return { session, verification, passkey };
}
