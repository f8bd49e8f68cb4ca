"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

const ReplaceKey = lazyPart(() => import("./replace-key"));

export function EachConnection({ children }: { children: (connection: ConnectionSummary) => ReactNode }) {
  const { desk } = useDesk();
  const connections = useQuery(desk.connections.list.options());
  if (connections.data) {
    return <div className="grid items-start gap-4 lg:grid-cols-2">{connections.data.data.map(children)}</div>;
  }
  return (
    <Panel>
      <Waiting of={connections} lines={6} />
    </Panel>
  );
}

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
