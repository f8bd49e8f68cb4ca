"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Waiting } from "@/components/query-error";
import { RemovableRows } from "@/components/removable-rows";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Passkey } from "@/lib/contract/desk/account";

const PasskeyDialog = lazyPart(() => import("./passkey-dialog"));

export function PasskeysPanel({ here }: { here: boolean }) {
  const t = useTranslations("myAccount.passkeys");
  const { desk, format } = useDesk();
  const [open, setOpen] = useState<"add" | Passkey | null>(null);
  const passkeys = useQuery(desk.account.passkeys.options());
  const remove = useMutation(desk.account.remove_passkey.mutation());
  const { data } = passkeys;
  return (
    <Panel
      title={t("title")}
      description={t("body")}
      flush={data !== undefined}
      actions={here && data && <Button onClick={() => setOpen("add")}>{t("add")}</Button>}
    >
      {data ? (
        <>
          {!here && (
            <p className="border-b border-line px-4 py-2.5 text-sm text-warning last:border-b-0">
              {data.origin === null ? t("nowhere") : t("elsewhere", { origin: data.origin })}
            </p>
          )}
          <RemovableRows
            label={t("title")}
            rows={data.data}
            none={here ? t("none") : undefined}
            mark={({ synced }) => synced && <Badge>{t("synced")}</Badge>}
            facts={({ used_at: used, created_at: made }) => (
              <>
                {used ? t("used", { time: format.dateTime(used) }) : t("unused")}
                {" · "}
                {t("made", { time: format.dateTime(made) })}
              </>
            )}
            actions={(passkey) => (
              <Button size="sm" aria-label={t("renameOf", { name: passkey.name })} onClick={() => setOpen(passkey)}>
                {t("rename")}
              </Button>
            )}
            warning={t("removeBody")}
            onRemove={({ id }) => remove.mutateAsync({ params: { id } })}
          />
        </>
      ) : (
        <Waiting of={passkeys} lines={2} />
      )}
      {open && <PasskeyDialog passkey={open === "add" ? null : open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
