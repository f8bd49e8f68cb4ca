"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryError } from "@/components/query-error";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

export function EachConnection({ children }: { children: (connection: ConnectionSummary) => ReactNode }) {
  const { desk } = useDesk();
  const { data, error, refetch, isFetching } = useQuery(desk.connections.list.options());
  if (data) return <div className="grid items-start gap-4 lg:grid-cols-2">{data.data.map(children)}</div>;
  return (
    <Panel>
      {error ? (
        <QueryError error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <TextSkeleton lines={6} />
      )}
    </Panel>
  );
}
