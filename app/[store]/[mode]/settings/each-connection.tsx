"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Waiting } from "@/components/query-error";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

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
