"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Waiting } from "@/components/query-error";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { useDesk } from "@/lib/api/desk";
import type { JobDraft, JobPreview } from "@/lib/contract/desk/jobs";

export type Matching = { count: number; number: string; counted: "yes" | "no" };
type Props = Pick<ConfirmDialogProps, "tone" | "blocked"> & {
  kind: JobDraft["kind"];
  /** The filter whose items are counted, or the sum of the selected rows. */
  of: { filter: Record<string, string> } | { selected: JobPreview };
  /** If the action cannot be undone, the person must enter the number first. */
  forGood?: boolean | undefined;
  title: (matching: Matching) => string;
  confirmLabel: (matching: Matching) => string;
  onClose: () => void;
  onConfirm: (count: number) => Promise<void>;
  children: (preview: JobPreview) => ReactNode;
  below?: ReactNode;
};

/** The background job keeps the rows or the filter that were confirmed, even if the list changes. */
export function ConfirmJob({ kind, of, forGood, tone, blocked, onConfirm, children, below, ...props }: Props) {
  const t = useTranslations("everything");
  const { desk, format } = useDesk();
  const [pending, setPending] = useState(false);
  const matches = "filter" in of;
  const counted = useQuery({
    ...desk.jobs.preview.options({ body: { kind, filter: matches ? of.filter : {} } }),
    enabled: matches,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const preview = matches ? counted.data : of.selected;
  const count = preview?.count ?? 0;
  const matching: Matching = { count, number: format.number(count), counted: preview ? "yes" : "no" };
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      tone={forGood ? "danger" : (tone ?? "primary")}
      title={preview ? props.title(matching) : t("counting")}
      confirmLabel={props.confirmLabel(matching)}
      pending={pending}
      blocked={count === 0 || blocked === true}
      {...(forGood && preview && { confirmWord: String(count) })}
      onConfirm={async () => {
        setPending(true);
        await onConfirm(count);
        setPending(false);
      }}
    >
      {preview && !counted.error ? children(preview) : <Waiting of={counted} lines={3} />}
      {below}
    </ConfirmDialog>
  );
}

type MatchingProps = Omit<Props, "of" | "children"> & { filter: Record<string, string>; parts: readonly string[] };

export default function ConfirmMatching({ filter, parts, ...props }: MatchingProps) {
  const t = useTranslations("everything");
  return (
    <ConfirmJob {...props} of={{ filter }}>
      {({ count, complete }) => (
        <div className="grid gap-2 text-pretty">
          <p>{t(count === 0 ? "none" : parts.length > 0 ? "matching" : "every")}</p>
          {parts.length > 0 && <KeptFilter parts={parts} />}
          <p className="text-muted">{t(complete ? "asJob" : "atLeast")}</p>
        </div>
      )}
    </ConfirmJob>
  );
}

export function KeptFilter({ parts }: { parts: readonly string[] }) {
  return (
    <ul data-testid="frozen-filter" className="grid list-inside list-disc gap-1 font-medium">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
