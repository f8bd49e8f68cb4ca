"use client";

import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { EndpointTable, RememberedTable } from "./endpoint-table";
import { WebhookScreen } from "./webhook-screen";

const AdoptDialog = lazyPart(() => import("./adopt-dialog"));

export function EndpointsView() {
  const t = useTranslations("webhooks");
  const { base, can, extensions } = useDesk();
  const [adopting, setAdopting] = useState(false);
  const mayWrite = can("checkout", "webhooks", "create");
  const newEndpoint = mayWrite && (
    <IntentLink href={`${base}/webhooks/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
  const Table = extensions.checkout ? EndpointTable : RememberedTable;
  return (
    <WebhookScreen
      needs="list"
      actions={
        mayWrite && (
          <>
            {!extensions.checkout && <Button onClick={() => setAdopting(true)}>{t("adopt.action")}</Button>}
            {newEndpoint}
          </>
        )
      }
    >
      <Table
        empty={{
          icon: <WebhookIcon />,
          title: t("empty.title"),
          action: newEndpoint,
          children: t(mayWrite ? "empty.body" : "empty.readOnly"),
        }}
      />
      {adopting && <AdoptDialog onClose={() => setAdopting(false)} />}
    </WebhookScreen>
  );
}
