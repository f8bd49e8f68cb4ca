"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

const ReplaceKey = lazyPart(() => import("./replace-key"));

export function ReplaceKeyButton({ connection }: { connection: ConnectionSummary }) {
  const t = useTranslations("settings");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(connection.key ? "replace" : "enter")}</Button>
      {open && <ReplaceKey connection={connection} onClose={() => setOpen(false)} />}
    </>
  );
}
