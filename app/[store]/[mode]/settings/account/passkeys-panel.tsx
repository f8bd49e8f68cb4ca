"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Passkey } from "@/lib/contract/desk/account";

const PasskeyDialog = lazyPart(() => import("./passkey-dialog"));

export function PasskeysPanel({ here }: { here: boolean }) {
  const t = useTranslations("myAccount.passkeys");
  const { desk } = useDesk();
  const [open, setOpen] = useState<"add" | Passkey | null>(null);
  const passkeys = useQuery(desk.account.passkeys.options());
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
          {data.data.length > 0 ? (
            <ul aria-label={t("title")}>
              {data.data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setOpen(passkey)} />
              ))}
            </ul>
          ) : (
            here && <p className="px-4 py-2.5 text-muted">{t("none")}</p>
          )}
        </>
      ) : (
        <Waiting of={passkeys} lines={2} />
      )}
      {open && <PasskeyDialog passkey={open === "add" ? null : open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

function PasskeyRow({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const t = useTranslations("myAccount.passkeys");
  const { desk, format } = useDesk();
  const attempt = useAttempt();
  const [removing, setRemoving] = useState(false);
  const remove = useMutation(desk.account.remove_passkey.mutation());
  const { id, name, synced, created_at: made, used_at: used } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          {synced && <Badge>{t("synced")}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {used ? t("used", { time: format.dateTime(used) }) : t("unused")}
          {" · "}
          {t("made", { time: format.dateTime(made) })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t("renameOf", { name })} onClick={onRename}>
          {t("rename")}
        </Button>
        <Button size="sm" aria-label={t("removeOf", { name })} onClick={() => setRemoving(true)}>
          {t("remove")}
        </Button>
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t("removeTitle", { name })}
        description={t("removeBody")}
        confirmLabel={t("remove")}
        pending={remove.isPending}
        onConfirm={async () => {
          if (await attempt(() => remove.mutateAsync({ params: { id } }))) toast.success(t("removed", { name }));
          setRemoving(false);
        }}
      />
    </li>
  );
}
