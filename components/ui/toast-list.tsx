"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "./announce";
import { toneText } from "./badge";
import { Button } from "./button";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { dismissToast, type Toast } from "./toast";
import { useWindowEvent } from "./use-browser";
import { isTyping } from "./use-shortcut";

const icons = { neutral: null, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert, info: Info };

export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const t = useTranslations("ui");
  const ref = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const [paused, setPaused] = useState(false);
  const newest = toasts.at(-1)?.id;

  // The top layer is ordered by time and a dialog may have opened since, so each new toast shows the list again.
  useEffect(() => {
    if (newest === undefined) return;
    if (ref.current?.matches(":popover-open")) ref.current.hidePopover();
    ref.current?.showPopover();
  }, [newest]);

  const goBack = () => {
    if (cameFrom.current instanceof HTMLElement && ref.current?.contains(document.activeElement))
      cameFrom.current.focus();
  };
  useWindowEvent("keydown", (event) => {
    if (event.key === "F8") {
      event.preventDefault();
      cameFrom.current = document.activeElement;
      ref.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
    }
    const undoable = toasts.findLast((toast) => toast.undo);
    if (undoable && (event.metaKey || event.ctrlKey) && event.key === "z" && !event.shiftKey && !isTyping(event)) {
      event.preventDefault();
      dismissToast(undoable.id, "undone");
    }
  });

  return (
    <section
      ref={ref}
      popover="manual"
      aria-label={t("notifications")}
      className="notices fixed inset-auto end-4 bottom-(--toasts) m-0 w-[min(24rem,calc(100vw-2rem))] overflow-visible bg-transparent print:hidden"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={(event) => setPaused(event.currentTarget.contains(event.relatedTarget))}
    >
      <ol className="grid gap-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} paused={paused} onLeave={goBack} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast, paused, onLeave }: { toast: Toast; paused: boolean; onLeave: () => void }) {
  const t = useTranslations("ui");
  const [left, setLeft] = useState(toast.seconds ?? 0);
  const Icon = icons[toast.tone];
  const said = toast.undo ? t("undoHint", { message: toast.message, seconds: toast.seconds ?? 0 }) : toast.message;

  useEffect(() => announce(said, toast.tone === "danger" ? "assertive" : "polite"), [said, toast.tone]);
  const leave = (outcome?: "undone") => {
    onLeave();
    dismissToast(toast.id, outcome);
  };
  const tick = useEffectEvent(() => (left > 1 ? setLeft(left - 1) : leave()));
  useEffect(() => {
    if ((paused && !toast.fixed) || toast.seconds === null) return;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [paused, toast.fixed, toast.seconds]);

  return (
    <li
      className="flex items-start gap-2.5 rounded-lg border border-line bg-surface py-2.5 ps-3.5 pe-2 shadow-lift transition-[opacity,translate] duration-150 starting:translate-y-2 starting:opacity-0"
      onKeyDown={(event) => event.key === "Escape" && leave()}
    >
      {Icon && <Icon aria-hidden className={cn("mt-1 size-4 shrink-0 pointer-coarse:mt-3.5", toneText[toast.tone])} />}
      <div className="min-w-0 flex-1 py-0.5 wrap-anywhere pointer-coarse:py-3">
        <p className="font-medium">{toast.message}</p>
      </div>
      {toast.action && (
        <Button size="sm" onClick={() => [toast.action?.onAction(), leave()]}>
          {toast.action.label}
        </Button>
      )}
      {toast.undo && (
        <Button size="sm" icon={<Undo2 />} onClick={() => leave("undone")}>
          {t("undo")}
          <span aria-hidden className="min-w-[2ch] text-end text-muted">
            {left}
          </span>
        </Button>
      )}
      <IconButton size="sm" tip={false} label={t("dismiss")} icon={<X />} onClick={() => leave()} />
    </li>
  );
}
