"use client";

import { Eye, KeyRound, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { pageFilters, pageOf, toPage } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Button } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { SettingsHeader } from "../settings-header";
import { useKeyColumns } from "./key-columns";
import { StoredKeys } from "./stored-keys";

const loadCreate = () => import("./create-key");
const CreateKey = lazyPart(loadCreate);

export function KeysView() {
  const t = useTranslations("keys");
  const { can } = useDesk();
  const mayMake = can("desk", "keys", "create");
  const [wanted, setWanted] = useQueryState("new", parseAsBoolean.withDefault(false));
  // Clearing the address once a key was created keeps the back button from offering to create another.
  const [made, setMade] = useState(false);
  const newKey = mayMake && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onPointerEnter={loadCreate}
      onFocus={loadCreate}
      onClick={() => setWanted(true)}
    >
      {t("new")}
    </Button>
  );
  return (
    <>
      <SettingsHeader description={t("description")} actions={newKey} paintedAlone={false} />
      {can("desk", "keys", "list") ? (
        <section aria-labelledby="own-keys" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          <div>
            <h2 id="own-keys" className="font-semibold">
              {t("list.title")}
            </h2>
            <p className="max-w-3xl text-sm text-muted text-pretty">
              {t.rich("list.about", {
                checkout: () => <code className="wrap-anywhere">/services/checkout/v1</code>,
                affiliate: () => <code className="wrap-anywhere">/services/affiliate/v1</code>,
              })}
            </p>
          </div>
          <KeyTable />
        </section>
      ) : (
        <Panel>
          <EmptyState icon={<KeyRound />} title={t("forbidden")}>
            {t("forbiddenBody")}
          </EmptyState>
        </Panel>
      )}
      <StoredKeys />
      {(wanted || made) && mayMake && (
        <CreateKey
          onMade={() => {
            setMade(true);
            setWanted(null);
          }}
          onClose={() => {
            setMade(false);
            setWanted(null);
          }}
        />
      )}
    </>
  );
}

const RevokeKey = lazyPart(() => import("./revoke-key"));

const filters = { revoked: parseAsBoolean.withDefault(false), ...pageFilters };

function KeyTable() {
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
