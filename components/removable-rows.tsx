"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

type Row = { id: string; name: string };

type Props<R extends Row> = {
  label: string;
  rows: readonly R[];
  none?: string;
  mark?: (row: R) => ReactNode;
  facts: (row: R) => ReactNode;
  actions?: (row: R) => ReactNode;
  /** What no longer works after the removal. */
  warning: string;
  onRemove: (row: R) => Promise<unknown>;
};

export function RemovableRows<R extends Row>({ label, rows, none, mark, facts, actions, warning, onRemove }: Props<R>) {
  const t = useTranslations("ui.removal");
  const attempt = useAttempt();
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<R | null>(null);
  const [pending, setPending] = useState(false);
  const removed = useRef<string>(undefined);

  useEffect(() => {
    if (asked || !removed.current || rows.some(({ id }) => id === removed.current)) return;
    removed.current = undefined;
    // The button that had the focus is gone with its row.
    if (document.activeElement === document.body) box.current?.focus();
  });

  async function remove(row: R) {
    setPending(true);
    if (await attempt(() => onRemove(row))) {
      removed.current = row.id;
      toast.success(t("done", { name: row.name }));
    }
    setPending(false);
    setAsked(null);
  }

  return (
    <div ref={box} tabIndex={-1}>
      {rows.length > 0 ? (
        <ul aria-label={label}>
          {rows.map((row) => (
            <li
              key={row.id}
              className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="min-w-0 font-medium wrap-anywhere">{row.name}</span>
                  {mark?.(row)}
                </p>
                <p className="text-sm text-muted">{facts(row)}</p>
              </div>
              <div className="flex gap-2">
                {actions?.(row)}
                <Button size="sm" aria-label={t("of", { name: row.name })} onClick={() => setAsked(row)}>
                  {t("remove")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        none && <p className="px-4 py-2.5 text-muted">{none}</p>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t("title", { name: asked.name })}
          description={warning}
          confirmLabel={t("remove")}
          pending={pending}
          onConfirm={() => remove(asked)}
        />
      )}
    </div>
  );
}
