"use client";

import { MousePointerClick } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import type { AffiliateNames } from "@/components/affiliates/affiliate-name";
import { QueryError } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { TextSkeleton } from "@/components/ui/skeleton";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { CommissionDetail } from "../commission-detail";
import type { QueueFilters } from "../filters";
import { DecisionBar } from "./decision-bar";
import type { Decision } from "./decisions";
import type { Review } from "./use-review";
import { useWide } from "./use-wide";

type Props = {
  filters: QueueFilters;
  review: Review;
  failed: boolean;
  empty: boolean;
  decisions: ReadonlyMap<string, Decision>;
  names: AffiliateNames;
  name: (commission: Commission) => string;
};

/** The pane is beside the list if there is room, otherwise over it. */
export function ReviewPane(props: Props) {
  const t = useTranslations("commissions.detail");
  const wide = useWide();
  const { filters, review, decisions, name } = props;
  const bar = (
    <DecisionBar
      hindrance={review.hindrance}
      idle={!review.commission}
      decisions={decisions}
      onApprove={review.approve}
      onReject={review.askReject}
      onUndo={review.undo}
    />
  );
  if (!wide) {
    const { commission } = review;
    return (
      <Dialog
        open={filters.id !== ""}
        onOpenChange={review.close}
        shape="end"
        title={commission ? name(commission) : t("label")}
        footer={<div className="w-full">{bar}</div>}
      >
        <Content {...props} />
      </Dialog>
    );
  }
  return (
    <section
      aria-label={t("label")}
      data-testid="review-pane"
      className="sticky top-[calc(var(--band)+4.5rem)] hidden max-h-[calc(100dvh-var(--band)-5.5rem)] flex-col overflow-hidden rounded-lg border border-line bg-surface xl:flex"
    >
      <div className="border-b border-line p-3">{bar}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window must scroll by keys. */}
      <section tabIndex={0} aria-label={t("facts")} className="min-h-0 overflow-y-auto p-4 -outline-offset-2">
        <Content {...props} />
      </section>
    </section>
  );
}

function Content({ filters, review, failed, empty, decisions, names, name }: Props) {
  const t = useTranslations("commissions.detail");
  const { away } = review;
  // The content is deferred, so that moving through the list with a held key stays fast.
  const commission = useDeferredValue(review.commission);
  const decision = commission && decisions.get(commission.id);
  if (!commission) {
    if (review.loading && !failed) return <TextSkeleton lines={6} />;
    if (away?.error) return <QueryError error={away.error} onRetry={() => away.refetch()} retrying={away.isFetching} />;
    if (away?.isPending) return <TextSkeleton lines={6} />;
    return (
      <EmptyState icon={<MousePointerClick />} title={t("none")}>
        {t(empty || failed ? "noneToChoose" : "noneBody")}
      </EmptyState>
    );
  }
  const { status } = commission;
  // Another person has decided, in Cartwright or directly at the API.
  const decided = status !== undefined && status !== "pending" && (!decision || decision.state === "done");
  const left = away !== null && filters.status === "pending" && decided;
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">{name(commission)}</h2>
      {left && (
        <Banner tone="info">
          {t(status === "approved" || status === "rejected" ? `meanwhile.${status}` : "meanwhile.other")}
        </Banner>
      )}
      <CommissionDetail commission={commission} decision={decision} names={away ? null : names} />
    </div>
  );
}
