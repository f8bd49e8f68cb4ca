"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Status } from "./badge";
import { Button } from "./button";

export type FormBarProps = {
  dirty: boolean;
  pending?: boolean;
  saveLabel?: string;
  onDiscard?: () => void;
  /** The form it submits, when it stands outside of it. */
  form?: string;
  /** In place of "Unsaved changes": e.g. when the draft was kept. */
  status?: ReactNode;
  /** Before the save button. */
  children?: ReactNode;
};

/** Stays at the lower edge while the form is longer than the screen. Saving is never greyed out: it says what is missing. */
export function FormBar({ dirty, pending, saveLabel, onDiscard, form, status, children }: FormBarProps) {
  const t = useTranslations("ui");
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-2 rounded-lg border border-line bg-surface px-4 py-2.5 shadow-lift print:hidden">
      <div aria-live="polite" className="min-w-0 flex-1 basis-36 text-sm text-muted">
        {status ?? (dirty ? <Status tone="warning">{t("unsaved")}</Status> : t("noChanges"))}
      </div>
      {children}
      {onDiscard && dirty && (
        <Button variant="ghost" onClick={onDiscard} disabled={pending}>
          {t("discard")}
        </Button>
      )}
      <Button type="submit" form={form} variant="primary" pending={pending} pendingLabel={t("saving")}>
        {saveLabel ?? t("save")}
      </Button>
    </div>
  );
}
