import { existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { RestoreRefused, restoreBackup } from "../../lib/database/backup/restore.ts";
import { type Header, writeBackup } from "../../lib/database/backup/write.ts";
import { becomeTheInstance } from "../../lib/runtime/instance.ts";
import { writePrivate } from "../../lib/runtime/private-file.ts";
import { deriveSecret } from "../../lib/secret.ts";
import type { Values } from "./arguments.ts";
import { Refusal } from "./arguments.ts";
import { noteInAllStores } from "./note.ts";

type Outcome = { result: unknown; text: string };

const secret = () => process.env.CARTWRIGHT_SECRET ?? "";
const databaseUrl = () => process.env.DATABASE_SESSION_URL || process.env.DATABASE_URL || "";
const checkOf = (secret: string) => deriveSecret(secret, "backup-check", 12).toString("base64url");

export async function backup(values: Values, [file]: string[]): Promise<Outcome> {
  const path = pathOf(file, "backup");
  if (existsSync(path)) throw new Refusal(`${path} already exists.`);
  const draft = `${path}.part`;
  rmSync(draft, { force: true });
  const facts = { secret_check: checkOf(secret()), ...(values["with-secret"] && { secret: secret() }) };
  try {
    const { tables, sha256, made_at } = await writeBackup(databaseUrl(), draft, facts);
    // The file gets its name only when it is complete.
    renameSync(draft, path);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const bytes = statSync(path).size;
    return {
      result: { file: path, bytes, rows, tables, sha256, made_at, with_secret: Boolean(values["with-secret"]) },
      text: [
        `${rows.toLocaleString("en")} rows of ${Object.keys(tables).length} tables were written to ${path} (${bytes.toLocaleString("en")} bytes).`,
        values["with-secret"]
          ? "The file includes the secret, so it opens everything. Keep it safe."
          : `Stored keys can be decrypted only with the secret, which is not in the file. Keep a copy of it from ${secretPlace()}.`,
      ].join("\n"),
    };
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

export async function restore(values: Values, [file]: string[]): Promise<Outcome> {
  const path = pathOf(file, "restore");
  if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
  const instance = await becomeTheInstance(process.env.CARTWRIGHT_DATA_DIR ?? "").catch((cause: Error) => {
    throw new Refusal(`${cause.message}\nStop it first.`);
  });
  try {
    const check = (header: Header) => requireSecret(header, values);
    const restored = await restoreBackup(databaseUrl(), path, { force: values.force ?? false, check });
    if (restored.secret && restored.secret !== secret()) writePrivate(secretFile(), `${restored.secret}\n`);
    const { rows, tables, made_at } = restored;
    await noteInAllStores({ resource: "backup", operation: "restore", sent: { made_at } });
    return {
      result: { rows, tables, made_at },
      text: `${rows.toLocaleString("en")} rows of ${tables} tables were restored to the state of ${made_at}. Start Cartwright again.`,
    };
  } catch (cause) {
    if (cause instanceof RestoreRefused) throw new Refusal(cause.message);
    throw cause;
  } finally {
    instance.leave();
  }
}

/** Checked before any change, because encrypted values of the backup are useless with another secret. */
function requireSecret(header: Header, values: Values): void {
  if (header.secret !== undefined && checkOf(header.secret) !== header.secret_check) {
    throw new Refusal("The file is damaged: the secret in it is not the one that its stored keys need.");
  }
  if (header.secret_check === checkOf(secret()) || values["lost-secret"]) return;
  if (!header.secret) {
    throw new Refusal(
      "The stored keys in this backup need another secret than this installation has. Put that secret into CARTWRIGHT_SECRET or the data directory first. If the secret is lost, add --lost-secret and store the keys again afterwards.",
    );
  }
  if (!isKept()) {
    throw new Refusal(
      "This backup contains a secret, and CARTWRIGHT_SECRET is set to another one. Leave CARTWRIGHT_SECRET out, or set it to the secret of the backup.",
    );
  }
}

function pathOf(file: string | undefined, command: string): string {
  if (!file) throw new Refusal(`Name the file: ${command} FILE`, 2);
  // Relative to the person's folder, because npm runs this in another one.
  return resolve(process.env.INIT_CWD ?? "", file);
}

const secretFile = () => join(process.env.CARTWRIGHT_DATA_DIR ?? "", "secret");
const isKept = () => existsSync(secretFile()) && readFileSync(secretFile(), "utf8").trim() === secret();
const secretPlace = () => (isKept() ? secretFile() : "CARTWRIGHT_SECRET");
