"use client";

import { type ReactNode, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { PlainForm } from "./plain-form";

type Props = { onSend: () => Promise<unknown>; submit: string; done: string; children: ReactNode };

/** What a link in a mail is for happens only after a press, because mail filters follow links. */
export function PressForm({ onSend, submit, done, children }: Props) {
  const [isDone, setIsDone] = useState(false);
  if (isDone) return <Banner tone="success">{done}</Banner>;
  const send = async () => {
    await onSend();
    setIsDone(true);
  };
  return (
    <PlainForm names={[]} onSend={send} submit={submit} button={{ variant: "primary" }}>
      <p className="text-muted">{children}</p>
    </PlainForm>
  );
}
