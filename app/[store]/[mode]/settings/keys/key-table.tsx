"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, KeyRound, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryStates } from "nuqs";
import { Suspense, useState } from "react";
import { usePageAddress } from "@/components/lists/page-address";
import { pageFilters, tableAddress, toPage } from "@/components/lists/table-address";
import { useErrorWords } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { useKeyColumns } from "./key-columns";

const RevokeKey = lazyPart(() => import("./revoke-key"));

const address = {
  revoked: parseAsBoolean.withDefault(false),
  ...pageFilters,
};

export function KeyTable() {
  const t = useTranslations("keys");
  const { base, can, desk } = useDesk();
  const [filters, setAddress] = useQueryStates(address, { history: "push" });
  const { revoked, hide } = filters;
  const { page, per_page: perPage } = toPage(filters);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const words = useErrorWords();
  const pageHref = usePageAddress();
  const list = useQuery(desk.keys.list.options());
  const columns = useKeyColumns(revoked);
  const all = list.data?.data.filter(({ revoked_at }) => (revoked_at !== null) === revoked);
  const total = all?.length ?? null;
  const pathOf = ({ id }: ApiKey) => `${base}/settings/keys/${encodeURIComponent(id)}`;
  return (
    <>
      <DataTable<ApiKey>
        caption={t("list.title")}
        columns={columns}
        rows={all?.slice((page - 1) * perPage, page * perPage)}
        count={{ total, hasNext: total !== null && page * perPage < total }}
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
        state={{ sort: null, order: "desc", page, perPage, hidden: hide }}
        onStateChange={(change) => setAddress(tableAddress(change))}
        pageHref={pageHref}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        filtered={revoked}
        onClearFilters={() => setAddress({ revoked: null })}
        toolbar={
          <Segmented
            label={t("list.show")}
            size="sm"
            options={[
              { value: "no", label: t("list.inForce") },
              { value: "yes", label: t("list.revoked") },
            ]}
            value={revoked ? "yes" : "no"}
            onValueChange={(value) => setAddress({ revoked: value === "yes" || null, page: null })}
          />
        }
        empty={
          <EmptyState icon={<KeyRound />} title={t("empty.title")}>
            {t("empty.body")}
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
