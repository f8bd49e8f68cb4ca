"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { JobDraft } from "@/lib/contract/desk/jobs";
import type { Matching } from "./confirm-matching";

const ConfirmMatching = lazyPart(() => import("./confirm-matching"));

type Props<Kind> = {
  actions: readonly {
    kind: Kind;
    label: string;
    icon: ReactNode;
    /** The action cannot be undone if it runs as a job. */
    forGood?: boolean;
    run: () => Promise<unknown>;
  }[];
  /** The filter of the list, if every matching row is selected, and the filter in words. */
  matching: { filter: Record<string, string>; parts: readonly string[] } | null;
  title: (kind: Kind, matching: Matching) => string;
  confirmLabel: (kind: Kind, matching: Matching) => string;
  /** Applies the action to every matching row; resolves with the job, or with null if it could not be started. */
  startJob: (kind: Kind, count: number) => Promise<string | null>;
  onDone: () => void;
};

export function BulkActions<Kind extends JobDraft["kind"]>(props: Props<Kind>) {
  const { actions, matching, title, confirmLabel, startJob, onDone } = props;
  const [confirming, setConfirming] = useState<Props<Kind>["actions"][number] | null>(null);
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action.kind}
          size="sm"
          icon={action.icon}
          variant={action.forGood ? "danger" : "secondary"}
          onClick={() => (matching ? setConfirming(action) : action.run().then(onDone))}
        >
          {action.label}
        </Button>
      ))}
      {confirming && matching && (
        <ConfirmMatching
          {...matching}
          kind={confirming.kind}
          forGood={confirming.forGood}
          title={(found) => title(confirming.kind, found)}
          confirmLabel={(found) => confirmLabel(confirming.kind, found)}
          onClose={() => setConfirming(null)}
          onConfirm={async (count) => {
            if (!(await startJob(confirming.kind, count))) return;
            setConfirming(null);
            onDone();
          }}
        />
      )}
    </>
  );
}
