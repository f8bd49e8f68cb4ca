"use client";

import { KeyRound, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { SettingsHeader } from "../settings-header";
import { KeyTable } from "./key-table";
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
      <SettingsHeader description={t("description")} actions={newKey} />
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
