"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { LeaveGuard } from "./leave-guard";
import { useForgotten } from "./use-forgotten";

type Props = {
  secret: string;
  words: { title: string; about: string; label: string; lost: string; done: string };
  onDone: () => void;
  children?: ReactNode;
};

/** The secret is shown only once, because nothing but this dialog keeps it. */
export function SecretDialog({ secret, words, onDone, children }: Props) {
  useForgotten(onDone);
  return (
    <>
      <LeaveGuard when what="secret" />
      <Dialog
        open
        dismissible={false}
        onOpenChange={onDone}
        title={words.title}
        description={words.about}
        footer={
          <Button variant="primary" onClick={onDone}>
            {words.done}
          </Button>
        }
      >
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-3">
            <code data-testid="secret" className="min-w-0 flex-1 basis-64 font-mono wrap-anywhere select-all">
              {secret}
            </code>
            <CopyButton text={secret} label={words.label} size="md" wide />
          </div>
          {children}
          <p className="text-sm text-muted text-pretty">{words.lost}</p>
        </div>
      </Dialog>
    </>
  );
}
