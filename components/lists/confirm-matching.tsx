"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryError } from "@/components/query-error";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { JobDraft } from "@/lib/contract/desk/jobs";

/** The number of matching items; `counted` is "no" until it is known. */
export type Matching = { count: number; number: string; counted: "yes" | "no" };
type Props = {
  kind: JobDraft["kind"];
  filter: Record<string, string>;
  parts: readonly string[];
  /** If the action cannot be undone, the person must enter the number first. */
  forGood?: boolean | undefined;
  title: (matching: Matching) => string;
  confirmLabel: (matching: Matching) => string;
  onClose: () => void;
  onConfirm: (count: number) => Promise<void>;
};

/** States the present number of matching items. The background job keeps this filter, even if the list changes. */
export default function ConfirmMatching(props: Props) {
  const { kind, filter, parts, forGood, title, confirmLabel, onClose, onConfirm } = props;
  const t = useTranslations("everything");
  const { desk, format } = useDesk();
  const [pending, setPending] = useState(false);
  const preview = useQuery({
    ...desk.jobs.preview.options({ body: { kind, filter } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const count = preview.data?.count ?? 0;
  const matching: Matching = { count, number: format.number(count), counted: preview.data ? "yes" : "no" };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone={forGood ? "danger" : "primary"}
      title={preview.data ? title(matching) : t("counting")}
      confirmLabel={confirmLabel(matching)}
      pending={pending || preview.isPending}
      {...(forGood && preview.data && { confirmWord: String(count) })}
      onConfirm={async () => {
        if (count === 0) return;
        setPending(true);
        await onConfirm(count);
        setPending(false);
      }}
    >
      {preview.error ? (
        <QueryError error={preview.error} onRetry={() => preview.refetch()} retrying={preview.isFetching} />
      ) : preview.data ? (
        <div className="grid gap-2 text-pretty">
          <p>{t(count === 0 ? "none" : parts.length > 0 ? "matching" : "every")}</p>
          {parts.length > 0 && (
            <ul data-testid="frozen-filter" className="grid list-inside list-disc gap-1 font-medium">
              {parts.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          )}
          <p className="text-muted">{t(preview.data.complete ? "asJob" : "atLeast")}</p>
        </div>
      ) : (
        <TextSkeleton lines={3} />
      )}
    </ConfirmDialog>
  );
}
