"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, KeyRound, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from "nuqs";
import { lazy, Suspense, useState } from "react";
import { useErrorWords } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { useKeyColumns } from "./key-columns";

const RevokeKey = lazy(() => import("./revoke-key"));

const address = {
  revoked: parseAsBoolean.withDefault(false),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export function KeyTable() {
  const t = useTranslations("keys");
  const { base, can, desk } = useDesk();
  const [{ revoked, hide }, setAddress] = useQueryStates(address);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const words = useErrorWords();
  const list = useQuery(desk.keys.list.options());
  const columns = useKeyColumns(revoked);
  const rows = list.data?.data.filter(({ revoked_at }) => (revoked_at !== null) === revoked);
  const pathOf = ({ id }: ApiKey) => `${base}/settings/keys/${encodeURIComponent(id)}`;
  return (
    <>
      <DataTable<ApiKey>
        caption={t("list.title")}
        columns={columns}
        rows={rows}
        {...(rows && { count: { total: rows.length, hasNext: false } })}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={pathOf}
        rowActions={(key) => (
          <>
            <MenuItem icon={<Eye aria-hidden />} href={pathOf(key)}>
              {t("actions.open")}
            </MenuItem>
            {!revoked && can("desk", "keys", "revoke") && (
              <>
                <MenuSeparator />
                <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => setRevoking(key)}>
                  {t("actions.revoke")}
                </MenuItem>
              </>
            )}
          </>
        )}
        state={{ sort: null, order: "desc", page: 1, perPage: 1000, hidden: hide }}
        onStateChange={({ hidden }) => hidden && setAddress({ hide: [...hidden] })}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        toolbar={
          <Segmented
            label={t("list.show")}
            size="sm"
            options={[
              { value: "no", label: t("list.inForce") },
              { value: "yes", label: t("list.revoked") },
            ]}
            value={revoked ? "yes" : "no"}
            onValueChange={(value) => setAddress({ revoked: value === "yes" || null })}
          />
        }
        empty={
          <EmptyState icon={<KeyRound />} title={t(revoked ? "empty.revoked" : "empty.title")}>
            {t(revoked ? "empty.revokedBody" : "empty.body")}
          </EmptyState>
        }
      />
      {revoking && (
        <Suspense>
          <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
        </Suspense>
      )}
    </>
  );
}
