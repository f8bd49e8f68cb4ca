"use client";

import { useMutation } from "@tanstack/react-query";
import { useAttempt } from "@/components/attempt";
import { useFailureWords } from "@/components/failure";
import { useGo } from "@/components/forms/leave-guard";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

type Starts = { body: Parameters<ReturnType<typeof useJobs>["start"]>[0]["body"]; message: string };
type Delayed = Parameters<ReturnType<typeof useJobs>["delay"]>[0]["body"];

type StatusChange<Row> = {
  rows: readonly Row[];
  status: string;
  /** The status is undefined if the API did not report the one before. */
  write: (id: string, status: string | undefined) => Promise<unknown>;
  job?: { kind: Starts["body"]["kind"]; message: (count: number) => string };
  changed: (row: Row) => string;
  undone: string;
  failed?: (failed: { failed: number; count: number; reason: string }) => string;
};

function useJobs() {
  const { desk } = useDesk();
  const { mutateAsync: start } = useMutation(desk.jobs.create.mutation());
  const { mutateAsync: cancel } = useMutation(desk.jobs.cancel.mutation());
  const { mutateAsync: delay } = useMutation(desk.delayed_changes.create.mutation());
  return { start, cancel, delay };
}

/** What the changes of every list have in common: failures with their reason, undo, delayed changes and background jobs. */
export function useChanges() {
  const go = useGo();
  const { base } = useDesk();
  const attempt = useAttempt();
  const failureWords = useFailureWords();
  const { start, cancel, delay } = useJobs();

  /** The server sends the changes after some seconds, until which they can be undone. Resolves with the id of their job. */
  async function delayChanges(body: Delayed): Promise<string | null> {
    // The undo notice must be loaded before the rows disappear.
    await import("@/components/shell/undo-notices");
    const changes = await attempt(() => delay({ body }));
    return changes?.data[0]?.job ?? null;
  }

  /** A background job continues without this page and is visible on every other page. Resolves with its id. */
  async function startJob({ body, message, show }: Starts & { show: string }): Promise<string | null> {
    const job = await attempt(() => start({ body }));
    if (job) toast.info(message, { action: { label: show, onAction: () => go(`${base}/jobs/${job.id}`) } });
    return job?.id ?? null;
  }

  async function startUndoableJob({ body, message, onUndo }: Starts & { onUndo: () => Promise<void> }) {
    const job = await attempt(() => start({ body }));
    if (!job) return;
    toast.undo({
      message,
      async onUndo() {
        if (await attempt(() => cancel({ params: { id: job.id } }))) await onUndo();
      },
    });
  }

  /** Sets the status of one row at once and those of several in a background job; both can be undone. */
  async function setStatus<Row extends { id: string; status?: string | undefined }>(change: StatusChange<Row>) {
    const { rows, status, job } = change;
    const changing = rows.filter((row) => row.status !== status);
    const [first] = changing;
    if (!first) return;
    const onUndo = async () => {
      if (await writeStatuses(changing, change)) toast.success(change.undone);
    };
    if (changing.length > 1 && job) {
      const body = { kind: job.kind, ids: changing.map(({ id }) => id) };
      return startUndoableJob({ body, message: job.message(changing.length), onUndo });
    }
    if (await writeStatuses([{ id: first.id, status }], change)) {
      toast.undo({ message: change.changed(first), onUndo });
    }
  }

  /** Writes one after the other, so that a failure does not stop the rest and is reported with its reason. */
  async function writeStatuses(
    rows: readonly { id: string; status?: string | undefined }[],
    { write, failed = ({ reason }) => reason }: Pick<StatusChange<never>, "write" | "failed">,
  ): Promise<boolean> {
    const failures: unknown[] = [];
    for (const { id, status } of rows) await write(id, status).catch((cause) => failures.push(cause));
    if (failures.length === 0) return true;
    const counts = { failed: failures.length, count: rows.length };
    toast.error(failureWords(failures.at(-1), (reason) => failed({ ...counts, reason })));
    return false;
  }

  return { attempt, delayChanges, startJob, setStatus };
}

export function useMayUpdate(api: "checkout" | "affiliate", resource: string): boolean {
  const { can, has } = useDesk();
  return has(api, resource, "update") && can(api, resource, "update");
}
