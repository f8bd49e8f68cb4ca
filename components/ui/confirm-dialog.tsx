"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

/** The second click of a double click is ignored, because it comes before anything shows that work is in progress. */
const doubleMs = 500;

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** A verb and its object, such as "Delete offer", never "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: "danger" | "primary";
  pending?: boolean;
  blocked?: boolean;
  /** The action is possible only once this word has been entered. */
  confirmWord?: string;
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
        // A confirmation after a correction is no double click.
        onInput={() => {
          confirmed.current = Number.NEGATIVE_INFINITY;
        }}
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
