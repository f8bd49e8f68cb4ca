import type { KeyForm } from "../../lib/contract/desk/connections.ts";
import { type ConnectionId, candidateConnection, saveConnection } from "../../lib/server/wire/connections.ts";
import { headerOf } from "../../lib/server/wire/key-forms.ts";
import { probeOnce } from "../../lib/server/wire/probe.ts";
import { Refusal } from "./arguments.ts";
import { noteCommand } from "./note.ts";

/** Stores a key that the API accepts, or that could not be checked, and returns which of the two. */
export async function connect(id: ConnectionId, key: string): Promise<string> {
  const { storeId, mode, api } = id;
  const candidate = candidateConnection(id, key);
  const { findings, form } = await probeOnce(candidate);
  if (findings.verdict === "rejected") {
    throw new Refusal(`The ${api} service rejected this ${mode} key. Nothing was stored.`);
  }
  await saveConnection(id, key, form);
  const sent = { sent_as: form };
  await noteCommand({ storeId, mode }, { resource: "connections", operation: "replace", recordId: api, sent });
  const stored = `The ${mode} key for the ${api} service is stored.`;
  if (form === null) return `${stored} The key could not be checked: ${findings.message}`;
  return candidate.embedded ? stored : `${stored} ${sentenceOf(form)}`;
}

const sentenceOf = (form: KeyForm) =>
  ({
    bearer: "The key is sent as Authorization: Bearer.",
    x_api_key: "The key is sent as X-API-Key: the API rejected it as Authorization: Bearer.",
    bare: "The key is sent in Authorization without Bearer: the API rejected it with Bearer and as X-API-Key.",
    setting: `The key is sent as ${headerOf("setting")}, as AFFILIATE_API_KEY_HEADER specifies.`,
  })[form];
