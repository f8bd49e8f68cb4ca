"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { announce } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { rejectReasons } from "@/lib/contract/affiliate/commission-words";
import { digitOf, useCommissionWords } from "../words";
import type { useRejecting } from "./use-review";

type Props = { name: string; rejecting: ReturnType<typeof useRejecting> };

export default function RejectDialog({ name, rejecting: { isNoting, choose, reject, cancel } }: Props) {
  const t = useTranslations("commissions.rejecting");
  const words = useCommissionWords();
  return (
    <Dialog
      open
      onOpenChange={cancel}
      shape="sm"
      title={t("title")}
      description={
        <>
          {name}
          {!isNoting && <span className="pointer-coarse:hidden">. {t("hint")}</span>}
        </>
      }
      {...(isNoting && {
        footer: (
          <Button variant="danger" type="submit" form="rejection">
            {t("confirm")}
          </Button>
        ),
      })}
    >
      {isNoting ? (
        <NoteForm onNote={(note) => reject({ reason: "other", note })} />
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

function NoteForm({ onNote }: { onNote: (note: string) => void }) {
  const t = useTranslations("commissions.rejecting");
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (note.trim() !== "") return onNote(note.trim());
    setMissing(true);
    announce(t("noteMissing"), "assertive");
  };
  return (
    <form
      id="rejection"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={t("note")} description={t("noteHint")} error={isMissing && note.trim() === "" && t("noteMissing")}>
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
  );
}
