"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { type RejectReason, rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Rejection } from "@/lib/contract/affiliate/commissions";
import { digitOf, useCommissionWords } from "../words";

type Props = {
  name: string;
  /** True if the selected reason requires a note. */
  noting: boolean;
  onNoting: () => void;
  onClose: () => void;
  onReject: (rejection: Rejection) => void;
};

/** One digit selects the reason; only "another reason" requires a note. */
export default function RejectDialog({ name, noting, onNoting, onClose, onReject }: Props) {
  const t = useTranslations("commissions.rejecting");
  const words = useCommissionWords();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const choose = (reason: RejectReason) => (reason === "other" ? onNoting() : onReject({ reason }));
  const submit = () => {
    if (note.trim() !== "") return onReject({ reason: "other", note: note.trim() });
    setMissing(true);
    announce(t("noteMissing"), "assertive");
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="sm"
      title={t("title")}
      description={
        <>
          {name}
          {!noting && <span className="pointer-coarse:hidden">. {t("hint")}</span>}
        </>
      }
      {...(noting && {
        footer: (
          <Button variant="danger" type="submit" form="rejection">
            {t("confirm")}
          </Button>
        ),
      })}
    >
      {noting ? (
        <form
          key="note"
          id="rejection"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field
            label={t("note")}
            description={t("noteHint")}
            error={missing && note.trim() === "" && t("noteMissing")}
          >
            <Textarea
              ref={(box) => box?.focus()}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                submit();
              }}
            />
          </Field>
        </form>
      ) : (
        <ul className="grid gap-0.5">
          {rejectReasons.map((reason) => (
            <li key={reason}>
              <button
                type="button"
                aria-keyshortcuts={digitOf(reason)}
                className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 text-start pointer-coarse:min-h-11 hover:bg-hover"
                onClick={() => choose(reason)}
              >
                <span aria-hidden className="pointer-coarse:hidden">
                  <Kbd keys={digitOf(reason)} />
                </span>
                {words.reason(reason)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
