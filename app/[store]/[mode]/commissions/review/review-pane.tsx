"use client";

import { Check, MousePointerClick, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue } from "react";
import type { AffiliateNames } from "@/components/affiliates/affiliate-name";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { Kbd, KeyHint } from "@/components/ui/kbd";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { CommissionDetail } from "../commission-detail";
import type { QueueFilters } from "../filters";
import { canUndo, isDecisionOpen, latestOf, type ReviewDecision } from "./decisions";
import { type useOpenCommission, useWide } from "./use-cursor";
import type { useReview } from "./use-review";

type Props = {
  filters: QueueFilters;
  open: ReturnType<typeof useOpenCommission>;
  review: ReturnType<typeof useReview>;
  isLoading: boolean;
  isEmpty: boolean;
  decisions: ReadonlyMap<string, ReviewDecision>;
  names: AffiliateNames;
  nameOf: (commission: Commission) => string;
};

/** The pane is beside the list if there is room, otherwise over it. */
export function ReviewPane(props: Props) {
  const t = useTranslations("commissions.detail");
  const isBeside = useWide();
  const { filters, open, review, decisions, names, nameOf, isLoading, isEmpty } = props;
  const { commission, unlisted } = open;
  const bar = <DecisionBar review={review} isIdle={!open.commission} decisions={decisions} />;
  if (!isBeside) {
    return (
      <Dialog
        open={filters.id !== ""}
        onOpenChange={() => void open.close()}
        shape="end"
        title={open.commission ? nameOf(open.commission) : t("label")}
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
        <HydrateOnTouch
          shows={[filters, commission, unlisted?.data, unlisted?.error, isLoading, isEmpty, decisions, names]}
        >
          <Content {...props} />
        </HydrateOnTouch>
      </section>
    </section>
  );
}

function Content({ filters, open, isLoading, isEmpty, decisions, names, nameOf }: Props) {
  const t = useTranslations("commissions.detail");
  const { unlisted } = open;
  // The content is deferred, so that moving through the list with a held key stays fast.
  const commission = useDeferredValue(open.commission);
  const decision = commission && decisions.get(commission.id);
  if (!commission) {
    if (unlisted) return <Waiting of={unlisted} lines={6} />;
    if (isLoading) return <TextSkeleton lines={6} />;
    return (
      <EmptyState icon={<MousePointerClick />} title={t("none")}>
        {t(isEmpty ? "noneToChoose" : "noneBody")}
      </EmptyState>
    );
  }
  const { status } = commission;
  // Another person has decided, in Cartwright or directly at the API.
  const isDecided = status !== undefined && status !== "pending" && !(decision && isDecisionOpen(decision));
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">{nameOf(commission)}</h2>
      {unlisted && filters.status === "pending" && isDecided && (
        <Banner tone="info">
          {t(status === "approved" || status === "rejected" ? `meanwhile.${status}` : "meanwhile.other")}
        </Banner>
      )}
      <CommissionDetail commission={commission} decision={decision} names={unlisted ? null : names} />
    </div>
  );
}

type BarProps = {
  review: ReturnType<typeof useReview>;
  isIdle: boolean;
  decisions: ReadonlyMap<string, ReviewDecision>;
};

const buttons = [
  { operation: "approve", key: "a", variant: "primary", icon: <Check aria-hidden /> },
  { operation: "reject", key: "r", variant: "secondary", icon: <X aria-hidden /> },
] as const;

/** The height of the bar never changes, so that nothing moves. */
function DecisionBar({ review: { hindrance, choose, undo }, isIdle, decisions }: BarProps) {
  const t = useTranslations("commissions.detail");
  const isOff = hindrance !== null || isIdle;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {buttons.map(({ operation, key, variant, icon }) => (
          <Button
            key={key}
            variant={variant}
            icon={icon}
            aria-disabled={isOff || undefined}
            aria-describedby={hindrance === null ? undefined : "hindrance"}
            aria-keyshortcuts={key.toUpperCase()}
            className="aria-disabled:opacity-55"
            onClick={() => !isOff && choose(operation)}
          >
            {t(operation)} <KeyHint keys={key} />
          </Button>
        ))}
      </div>
      <div className="min-h-7 text-sm">
        {hindrance ? (
          <p id="hindrance" className="py-1 text-muted text-pretty">
            {hindrance}
          </p>
        ) : (
          <OnTheirWay decisions={decisions} onUndo={() => void undo()} />
        )}
      </div>
    </div>
  );
}

function OnTheirWay({ decisions, onUndo }: Pick<BarProps, "decisions"> & { onUndo: () => void }) {
  const t = useTranslations("commissions.strip");
  const { format } = useDesk();
  const now = useNow([...decisions.values()].some(isDecisionOpen));
  const open = [...decisions.values()].filter((decision) => decision.mine && isDecisionOpen(decision));
  const waiting = open.filter((decision) => canUndo(decision, now)).length;
  const sending = open.length - waiting;
  const latest = latestOf(open);
  if (!latest) {
    return (
      <p className="hidden min-h-7 items-center gap-1 text-xs text-muted sm:flex pointer-coarse:hidden">
        <Kbd keys="?" /> {t("help")}
      </p>
    );
  }
  const seconds = Math.max(0, Math.ceil((latest.until - now) / 1000));
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2">
      {canUndo(latest, now) && (
        <>
          <span className="min-w-0 flex-1 truncate">{t(`last.${latest.operation}`, { name: latest.label })}</span>
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            aria-keyshortcuts="U"
            aria-label={t("undoLabel", { seconds })}
            onClick={onUndo}
          >
            {t("undoIn", { seconds: format.number(seconds) })} <KeyHint keys="u" />
          </Button>
        </>
      )}
      {(waiting > 1 || sending > 0) && (
        <span data-testid="on-their-way" className="w-full text-muted">
          {[waiting > 1 && t("waiting", { count: waiting }), sending > 0 && t("sending", { count: sending })]
            .filter(Boolean)
            .join(" · ")}
        </span>
      )}
    </p>
  );
}
