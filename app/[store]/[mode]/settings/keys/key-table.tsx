"use client";

import { Eye, KeyRound, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean } from "nuqs";
import { useState } from "react";
import { pageFilters, pageOf, toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { DataTable } from "@/components/ui/data-table";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { useKeyColumns } from "./key-columns";

const RevokeKey = lazyPart(() => import("./revoke-key"));

const filters = { revoked: parseAsBoolean.withDefault(false), ...pageFilters };

export function KeyTable() {
  const t = useTranslations("keys");
  const { base, can, desk } = useDesk();
  const address = useListAddress(filters, ["revoked"]);
  const { revoked } = address.filters;
  const query = toPage(address.filters);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const { table } = useResourceList({
    address,
    query,
    read: {
      ...desk.keys.list.options(),
      select: ({ data }) => pageOf({ data: data.filter((key) => (key.revoked_at !== null) === revoked) }, query),
    },
  });
  const columns = useKeyColumns(revoked);
  const pathOf = ({ id }: ApiKey) => `${base}/settings/keys/${encodeURIComponent(id)}`;
  return (
    <>
      <DataTable<ApiKey>
        {...table}
        caption={t("list.title")}
        columns={columns}
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
        toolbar={
          <Segmented
            label={t("list.show")}
            size="sm"
            options={[
              { value: "no", label: t("list.inForce") },
              { value: "yes", label: t("list.revoked") },
            ]}
            value={revoked ? "yes" : "no"}
            onValueChange={(value) => address.narrow({ revoked: value === "yes" })}
          />
        }
        empty={{ icon: <KeyRound />, title: t("empty.title"), children: t("empty.body") }}
      />
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
