import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Sentence } from "../../../contract/errors.ts";
import { type ItemInput, jobItem } from "../../../database/schema/desk-jobs.ts";
import { sentence } from "../../../sentences.ts";
import { fromNow, now } from "../../db.ts";
import { env } from "../../env.ts";
import type { Caller, OperationName } from "../../wire/call.ts";
import type { Settled } from "./find-outcome.ts";
import type { Finish, ItemRow } from "./kind.ts";
import { type Begun, type End, sendOnce } from "./send-once.ts";
import { saidIn } from "./stored-message.ts";

const maxAttempts = 5;
const maxLookUps = 10;

/** After a time-out, the API may still act for as long again. */
export const believeMs = () => 2 * env().UPSTREAM_TIMEOUT_MS;
const lookUpDelay = (lookUps: number) => Math.min(60_000, 500 * 2 ** lookUps);

export type Why = { code: string | null; message: Sentence | null };
export type LookUpTimes = { settleAt?: SQL; believeAt?: SQL; settles?: SQL };

/** A write that is stored in a database row, and sent once whatever happens to the call or to this process. */
export type StoredWrite = {
  /** `believed`: a record that is still missing will not appear any more. */
  row: Pick<ItemRow, "token" | "attempts" | "settles" | "code" | "message" | "messageKey"> & { believed: boolean };
  write: OperationName & { input: ItemInput };
  /** Commits, before the call, that the write is being sent. If it returns false, nothing is sent. */
  begin(token: string, begun: Begun): Promise<boolean>;
  /** Finishes the write or returns it to the waiting ones. False if another worker has taken it over. */
  move(from: "waiting" | "sending", token: string | null, finish: Finish): Promise<boolean>;
  note(token: string | null, times: LookUpTimes, why: Why): Promise<void>;
  /** `refused`: the API has said explicitly that it did nothing. */
  lookUp(refused: boolean): Promise<Settled>;
  /** Null if the response or the found record does not prove that this write was done. */
  finishOf(made: { record?: string | null; body?: unknown; found: boolean }): Promise<Finish | null>;
  /** For payouts, refusals are looked up, and a server error does not prove that nothing will happen. */
  needsProof: boolean;
};

export async function attempt(caller: Caller, stored: StoredWrite, token: string, signal: AbortSignal): Promise<End> {
  const sent = await sendOnce(caller, stored.write, (begun) => stored.begin(token, begun), signal);
  const end = stored.needsProof ? doubted(sent) : sent;
  const move = (finish: Finish) => stored.move("sending", token, finish);
  switch (end.state) {
    case "stopped":
      break;
    case "done": {
      const finish = await stored.finishOf({ ...end, found: false });
      if (finish) await move(finish);
      else await stored.note(token, { settleAt: now }, noRecord);
      break;
    }
    case "already":
    case "failed":
      // The row is still waiting if the call ended before it was sent.
      if (!(await move(end))) await stored.move("waiting", stored.row.token, end);
      break;
    case "again":
    case "halt":
      await move({ state: "waiting" });
      break;
    case "refused": {
      const settled = await stored.lookUp(true);
      const finish = settled.state === "applied" && (await stored.finishOf({ ...settled, found: true }));
      if (finish) await move({ ...finish, state: "already" });
      else if (settled.state === "absent") await move({ ...end, state: "failed" });
      else await lookUpLater(stored, token, end, fromNow(lookUpDelay(0)));
      break;
    }
    case "open":
      // If the API itself responded, a record that is missing now will not appear later.
      await stored.note(token, { settleAt: now, ...(end.answered && { believeAt: now }) }, end);
  }
  return end;
}

const noRecord = {
  code: "answered_without_record",
  message: sentence("withoutRecord"),
};

function doubted(end: End): End {
  if (end.state === "failed" && end.sent) return { ...end, state: "refused" };
  if (end.state === "open") return { ...end, answered: false };
  if (end.state === "done" && end.record === null) return { state: "open", answered: false, ...noRecord };
  return end;
}

/** Looks up a write of unknown outcome. Only a proof that it was not done allows sending it again. */
export async function settleAttempt(stored: StoredWrite, mayRepeat: boolean): Promise<void> {
  const { token, code, attempts, settles, believed } = stored.row;
  const message = saidIn(stored.row);
  const move = (finish: Finish) => stored.move("sending", token, finish);
  const settled = await stored.lookUp(false);
  const finish = settled.state === "applied" ? await stored.finishOf({ ...settled, found: true }) : null;
  if (finish) await move(finish);
  // A write that the API says it accepted is never sent again, even if its record is not found.
  else if (settled.state !== "absent" || code === noRecord.code) {
    const why = settled.state === "unknown" ? settled.why : sentence("resultNotListed");
    if (settles < maxLookUps) await lookUpLater(stored, token, { code, message: why }, fromNow(lookUpDelay(settles)));
    else await move({ state: "unknown", code: code ?? "outcome_unknown", message: why });
  }
  // A slow API may still make the change.
  else if (!believed) await lookUpLater(stored, token, { code, message }, sql`${jobItem.believeAt}`);
  else if (attempts >= maxAttempts)
    await move({ state: "failed", code: code ?? "not_done", message: message ?? sentence("notDone") });
  else await move(mayRepeat ? { state: "waiting", code, message } : { state: "skipped" });
}

const lookUpLater = (stored: StoredWrite, token: string | null, why: Why, settleAt: SQL) =>
  stored.note(token, { settleAt, settles: sql`${jobItem.settles} + 1` }, why);
