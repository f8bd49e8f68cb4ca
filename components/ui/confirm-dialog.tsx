"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

/** Ignores the second click of a double click, which comes before anything has shown that work is in progress. */
const doubleMs = 500;

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** A verb that names the act: "Delete offer", never "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "danger" | "primary";
  pending?: boolean;
  /** Not possible now, for a reason shown below. */
  blocked?: boolean;
  /** This word must be typed before the act is possible. */
  confirmWord?: string;
  /** The consequences in detail. */
  children?: ReactNode;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  confirmLabel,
  onConfirm,
  tone = "danger",
  pending,
  blocked = false,
  confirmWord,
  ...rest
}: ConfirmDialogProps) {
  const t = useTranslations("ui");
  const [typed, setTyped] = useState("");
  const confirmed = useRef(Number.NEGATIVE_INFINITY);
  const ready = !blocked && (confirmWord === undefined || typed.trim() === confirmWord);
  const change = (next: boolean) => {
    if (pending) return;
    setTyped("");
    onOpenChange(next);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      role="alertdialog"
      shape="sm"
      title={rest.title}
      description={rest.description}
      footer={
        <>
          <Button
            data-autofocus={confirmWord === undefined ? "" : undefined}
            onClick={() => change(false)}
            disabled={pending}
          >
            {t("cancel")}
          </Button>
          <Button variant={tone} form="confirm" type="submit" disabled={!ready} pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id="confirm"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!ready || pending || event.timeStamp - confirmed.current < doubleMs) return;
          confirmed.current = event.timeStamp;
          onConfirm();
        }}
      >
        {rest.children}
        {confirmWord !== undefined && (
          <Field
            label={t.rich("typeToConfirm", {
              word: confirmWord,
              code: (text) => <code className="rounded-sm bg-sunken px-1 font-mono">{text}</code>,
            })}
          >
            <Input
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              spellCheck={false}
              autoCapitalize="off"
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
