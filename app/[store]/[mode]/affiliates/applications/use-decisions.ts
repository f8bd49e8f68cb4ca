"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useHeld } from "@/components/held-deletes";
import { useDesk } from "@/lib/api/desk";

type How = "approve" | "reject";
/** `batch` is null until the server has it; `taken` tells it then, or null where it was not taken. */
type Decision = { id: string; how: How; batch: string | null; taken: Promise<string | null> };

/** What was decided here and is still held, or on its way; the server says when one is through or failed. */
export function useDecisions() {
  const { desk } = useDesk();
  const { mutateAsync: undo } = useMutation(desk.held.undo.mutation());
  const writes = useHeld().data?.data ?? [];
  const [made, setMade] = useState<readonly Decision[]>([]);
  const forget = (id: string) => setMade((now) => now.filter((each) => each.id !== id));
  const stateOf = ({ batch }: Decision) => writes.find((write) => write.batch === batch)?.state;
  const over = ["undone", "failed", "unknown"];
  const live = made.filter((each) => !over.includes(stateOf(each) ?? ""));
  const byId = new Map(live.map(({ id, how }) => [id, how]));
  const undoable = live.findLast((each) => (stateOf(each) ?? "held") === "held");
  return {
    has: (id: string) => byId.has(id),
    get: (id: string) => byId.get(id),
    /** True once the server has taken it. */
    async note(id: string, how: How, taken: Promise<string | null>): Promise<boolean> {
      setMade((now) => [...now.filter((each) => each.id !== id), { id, how, batch: null, taken }]);
      const batch = await taken;
      if (batch === null) forget(id);
      else setMade((now) => now.map((each) => (each.id === id ? { ...each, batch } : each)));
      return batch !== null;
    },
    canUndo: undoable !== undefined,
    /** The id of the one that waits again; null where nothing could be taken back. */
    async undoLast(): Promise<string | null> {
      const batch = await undoable?.taken;
      if (!undoable || !batch) return null;
      const { data } = await undo({ params: { batch } });
      if (!data.some(({ state }) => state === "undone")) return null;
      forget(undoable.id);
      return undoable.id;
    },
  };
}
