import "server-only";
import type { PayoutReading } from "../../contract/desk/payouts.ts";
import type { DeskContext } from "../desk/context.ts";

// Only the process that reads for a preview knows the count. Others return null, and the screen keeps the last count.

type Waiting = Pick<DeskContext, "membership" | "mode">;

const readings = new Map<string, PayoutReading | null>();
const nameOf = ({ membership, mode }: Waiting) => `${membership.store.id} ${mode} ${membership.person.id}`;

export const readingOf = (context: Waiting): PayoutReading | null => readings.get(nameOf(context)) ?? null;

export async function whileReading<T>(context: Waiting, work: () => Promise<T>): Promise<T> {
  readings.set(nameOf(context), null);
  try {
    return await work();
  } finally {
    readings.delete(nameOf(context));
  }
}

export function noteReading(context: Waiting, resource: string, rows: number, total: number | null): void {
  const name = nameOf(context);
  const before = readings.get(name);
  if (before === undefined) return;
  readings.set(name, { resource, total, read: rows + (before?.resource === resource ? before.read : 0) });
}
