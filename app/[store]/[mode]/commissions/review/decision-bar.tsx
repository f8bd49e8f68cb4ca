"use client";

import { Check, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd, KeyHint } from "@/components/ui/kbd";
import { useDesk } from "@/lib/api/desk";
import { canUndo, type Decision, isOpen, latestOf } from "./decisions";

type Props = {
  /** The reason why no decision is possible, or null. */
  hindrance: string | null;
  idle: boolean;
  decisions: ReadonlyMap<string, Decision>;
  onApprove: () => void;
  onReject: () => void;
  onUndo: () => void;
};

/** The height of the bar never changes, so that nothing moves. */
export function DecisionBar({ hindrance, idle, decisions, onApprove, onReject, onUndo }: Props) {
  const t = useTranslations("commissions");
  const off = hindrance !== null || idle || undefined;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden />}
          aria-disabled={off}
          aria-describedby={hindrance === null ? undefined : "hindrance"}
          aria-keyshortcuts="A"
          className="aria-disabled:opacity-55"
          onClick={() => !off && onApprove()}
        >
          {t("detail.approve")} <KeyHint keys="a" />
        </Button>
        <Button
          icon={<X aria-hidden />}
          aria-disabled={off}
          aria-describedby={hindrance === null ? undefined : "hindrance"}
          aria-keyshortcuts="R"
          className="aria-disabled:opacity-55"
          onClick={() => !off && onReject()}
        >
          {t("detail.reject")} <KeyHint keys="r" />
        </Button>
      </div>
      <div className="min-h-7 text-sm">
        {hindrance ? (
          <p id="hindrance" className="py-1 text-muted text-pretty">
            {hindrance}
          </p>
        ) : (
          <Waiting decisions={decisions} onUndo={onUndo} />
        )}
      </div>
    </div>
  );
}

function Waiting({ decisions, onUndo }: Pick<Props, "decisions" | "onUndo">) {
  const t = useTranslations("commissions.strip");
  const { format } = useDesk();
  const now = useNow([...decisions.values()].some(isOpen));
  const all = [...decisions.values()].filter((decision) => decision.mine && isOpen(decision));
  const waiting = all.filter((decision) => canUndo(decision, now)).length;
  const sending = all.length - waiting;
  const latest = latestOf(all);
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
      {canUndo(latest, now) ? (
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
      ) : null}
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

function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
