import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { becomeTheInstance } from "../../lib/runtime/instance.ts";
import { readOrCreatePrivate, writePrivate } from "../../lib/runtime/private-file.ts";
import { type Rotation, rotateSecret } from "../../lib/server/rotate-secret.ts";
import type { Values } from "./arguments.ts";
import { Refusal } from "./arguments.ts";
import { noteInAllStores } from "./note.ts";

/** Stores the next secret before encrypting with it, so that after a stop the same command continues with it. */
export async function rotate(values: Values): Promise<{ result: Rotation; text: string }> {
  const dataDir = process.env.CARTWRIGHT_DATA_DIR ?? "";
  const from = process.env.CARTWRIGHT_SECRET ?? "";
  const file = join(dataDir, "secret");
  const isKept = existsSync(file) && readFileSync(file, "utf8").trim() === from;
  const given = values["secret-stdin"] ? (await readAll(process.stdin)).trim() : undefined;
  if (given !== undefined && given.length < 32) throw new Refusal("The secret must be at least 32 characters.", 2);
  if (given === from) throw new Refusal("This secret is already in use.", 2);
  if (given === undefined && !isKept)
    throw new Refusal("The secret is in CARTWRIGHT_SECRET. Pass the new one on standard input with --secret-stdin.", 2);

  const instance = await becomeTheInstance(dataDir).catch((cause: Error) => {
    throw new Refusal(`${cause.message}\nStop it first, because it would continue with the old secret.`);
  });
  try {
    const next = `${file}.next`;
    if (isKept && given !== undefined) writePrivate(next, `${given}\n`);
    const to = given ?? readOrCreatePrivate(next, () => randomBytes(32).toString("base64url"));
    const result = await rotateSecret(from, to);
    if (isKept) renameSync(next, file);
    await noteInAllStores({ resource: "secret", operation: "rotate" });
    return { result, text: sentence(result, isKept) };
  } finally {
    instance.leave();
  }
}

function sentence({ resealed, lost, sessions }: Rotation, isKept: boolean): string {
  return [
    `${resealed} stored keys and secrets are encrypted with the new secret, and ${sessions} sessions have ended.`,
    ...(lost > 0
      ? [`${lost} could be decrypted with neither secret and were left unchanged. Replace these keys.`]
      : []),
    isKept
      ? "The new secret is in the data directory. Start Cartwright again."
      : "Put the new secret into CARTWRIGHT_SECRET before Cartwright starts again.",
  ].join("\n");
}
