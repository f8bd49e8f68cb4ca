"use client";

import { useMutation } from "@tanstack/react-query";
import { useGo } from "@/components/forms/leave-guard";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

type Starts = { body: Parameters<ReturnType<typeof useJobs>["start"]>[0]["body"]; message: string };
type Holds = Parameters<ReturnType<typeof useJobs>["hold"]>[0]["body"];

function useJobs() {
  const { desk } = useDesk();
  const { mutateAsync: start } = useMutation(desk.jobs.create.mutation());
  const { mutateAsync: cancel } = useMutation(desk.jobs.cancel.mutation());
  const { mutateAsync: hold } = useMutation(desk.held.hold.mutation());
  return { start, cancel, hold };
}

/** What the changes of every list have in common: failures with their reason, undo, held writes and background jobs. */
export function useChanges() {
  const go = useGo();
  const { base } = useDesk();
  const failureWords = useFailureWords();
  const { start, cancel, hold } = useJobs();

  /** Resolves with null after showing the reason if the request fails. */
  async function attempt<T>(request: () => Promise<T>): Promise<T | null> {
    try {
      return await request();
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
      return null;
    }
  }

  /** The server holds the writes for some seconds, so that they can be undone. */
  async function holdWrites(body: Holds): Promise<string | null> {
    // The undo notice must be loaded before the rows disappear.
    await import("@/components/shell/held-notices");
    const held = await attempt(() => hold({ body }));
    return held?.data[0]?.batch ?? null;
  }

  /** A background job continues without this page and is visible on every other page. */
  async function startJob({ body, message, show }: Starts & { show: string }): Promise<boolean> {
    const job = await attempt(() => start({ body }));
    if (job) toast.info(message, { action: { label: show, onAction: () => go(`${base}/jobs/${job.id}`) } });
    return job !== null;
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

  return { attempt, holdWrites, startJob, startUndoableJob };
}

/** The specifications cannot change these records; the embedded services can. */
export function useMayUpdate(api: "checkout" | "affiliate", resource: string): boolean {
  const { can, extensions } = useDesk();
  return extensions[api] && can(api, resource, "update");
}
