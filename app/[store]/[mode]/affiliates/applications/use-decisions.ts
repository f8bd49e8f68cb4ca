"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useHeld } from "@/components/lists/held";
import { useDesk } from "@/lib/api/desk";
import { heldStates } from "@/lib/contract/desk/held-states";

type How = "approve" | "reject";
/** `taken` resolves to the batch, or to null if the server refused; until then `batch` is null. */
type Decision = { id: string; how: How; batch: string | null; taken: Promise<string | null> };

/** Only decisions that are held or being sent are kept here; notices report when one is finished or failed. */
export function useDecisions() {
  const { desk } = useDesk();
  const { mutateAsync: undo } = useMutation(desk.held.undo.mutation());
  const writes = useHeld().data?.data ?? [];
  const [made, setMade] = useState<readonly Decision[]>([]);
  const forget = (id: string) => setMade((now) => now.filter((each) => each.id !== id));
  const stateOf = ({ batch }: Decision) => writes.find((write) => write.batch === batch)?.state ?? "held";
  const live = made.filter((each) => heldStates[stateOf(each)].counts);
  const byId = new Map(live.map(({ id, how }) => [id, how]));
  const undoable = live.findLast((each) => stateOf(each) === "held");
  return {
    has: (id: string) => byId.has(id),
    get: (id: string) => byId.get(id),
    async note(id: string, how: How, taken: Promise<string | null>): Promise<boolean> {
      setMade((now) => [...now.filter((each) => each.id !== id), { id, how, batch: null, taken }]);
      const batch = await taken;
      if (batch === null) forget(id);
      else setMade((now) => now.map((each) => (each.id === id ? { ...each, batch } : each)));
      return batch !== null;
    },
    canUndo: undoable !== undefined,
    /** Returns the id of the applicant who waits again, or null if nothing could be undone. */
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
