import "server-only";
import type { FieldError } from "../../contract/errors.ts";
import type { PreviewedLine } from "../../database/schema/desk-payouts.ts";
import { amountText, type MoneyUnit } from "../../money.ts";
import type { Line } from "./lines.ts";

const mostPerLine = 5;
const most = 100;

export function whatMoved(chosen: readonly PreviewedLine[], lines: readonly Line[], unit: MoneyUnit): FieldError[] {
  const now = new Map(lines.map((line) => [`${line.affiliate_id} ${line.currency}`, line]));
  const moved = chosen.flatMap((line) => {
    const current = now.get(`${line.affiliate_id} ${line.currency}`);
    const field = `payouts.${line.affiliate_id}`;
    if (current?.state === "payable" && current.hash === line.hash) return [];
    return reasons(line, current, unit)
      .slice(0, mostPerLine)
      .map((message) => ({ field, message: `${line.name ?? line.affiliate_id}: ${message}` }));
  });
  return moved.slice(0, most);
}

function reasons(line: PreviewedLine, current: Line | undefined, unit: MoneyUnit): string[] {
  const say = (amount: number) => amountText(amount, line.currency, unit);
  if (!current) return ["nothing is left to pay."];
  const blocked = current.blocking.map(({ code }) => `it is blocked (${code}).`);
  const reserved = current.excluded.some(({ code }) => code === "reserved");
  const before = new Map(line.parts.map((part) => [part.id, part]));
  const now = new Map(current.parts.map((part) => [part.id, part]));
  const gone = line.parts.filter(({ id }) => !now.has(id)).map(({ id }) => `commission ${id} can no longer be paid.`);
  const added = current.parts.filter(({ id }) => !before.has(id)).map(({ id }) => `commission ${id} was added.`);
  const changed = current.parts.flatMap(({ id, amount, version }) => {
    const was = before.get(id);
    if (!was || (was.amount === amount && was.version === version)) return [];
    return was.amount === amount
      ? `commission ${id} was changed.`
      : `commission ${id} was ${say(was.amount)} and is now ${say(amount)}.`;
  });
  const found = [
    ...blocked,
    ...(line.method !== current.method || line.payout_email !== current.payout_email
      ? ["the way of payment was changed."]
      : []),
    ...(reserved ? ["another payout has some of it."] : []),
    ...changed,
    ...gone,
    ...added,
  ];
  return found.length > 0 ? found : ["it is not what it was."];
}
