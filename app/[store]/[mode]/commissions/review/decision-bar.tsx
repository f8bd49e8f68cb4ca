"use client";

import { Check, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Kbd, KeyHint } from "@/components/ui/kbd";
import { useNow } from "@/components/ui/use-now";
import { useDesk } from "@/lib/api/desk";
import { canUndo, type Decision, isOpen, latestOf } from "./decisions";
import type { useReview } from "./use-review";

type Props = {
  review: ReturnType<typeof useReview>;
  /** Whether no commission is open. */
  isIdle: boolean;
  decisions: ReadonlyMap<string, Decision>;
};

const buttons = [
  { operation: "approve", key: "a", variant: "primary", icon: <Check aria-hidden /> },
  { operation: "reject", key: "r", variant: "secondary", icon: <X aria-hidden /> },
] as const;

/** The height of the bar never changes, so that nothing moves. */
export function DecisionBar({ review: { hindrance, choose, undo }, isIdle, decisions }: Props) {
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
          <Waiting decisions={decisions} onUndo={() => void undo()} />
        )}
      </div>
    </div>
  );
}

function Waiting({ decisions, onUndo }: Pick<Props, "decisions"> & { onUndo: () => void }) {
  const t = useTranslations("commissions.strip");
  const { format } = useDesk();
  const now = useNow([...decisions.values()].some(isOpen));
  const open = [...decisions.values()].filter((decision) => decision.mine && isOpen(decision));
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
