import "server-only";
import type { PayoutReading } from "../../contract/desk/payouts.ts";
import type { Desk } from "../call.ts";

// Only the process that reads for a preview knows the count. Others return null, and the screen keeps the last count.

const readings = new Map<string, PayoutReading | null>();
const nameOf = ({ membership, mode }: Desk) => `${membership.store.id} ${mode} ${membership.person.id}`;

export const readingOf = (desk: Desk): PayoutReading | null => readings.get(nameOf(desk)) ?? null;

export async function whileReading<T>(desk: Desk, work: () => Promise<T>): Promise<T> {
  readings.set(nameOf(desk), null);
  try {
    return await work();
  } finally {
    readings.delete(nameOf(desk));
  }
}

export function noteReading(desk: Desk, resource: string, rows: number, total: number | null): void {
  const name = nameOf(desk);
  const before = readings.get(name);
  if (before === undefined) return;
  readings.set(name, { resource, total, read: rows + (before?.resource === resource ? before.read : 0) });
}
