"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { SecretBox } from "@/components/forms/secret-dialog";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { PartnerKey, PartnerPasskey } from "@/lib/contract/partner/account";
import { usePortal } from "../../portal";

export function Passkeys({ passkeys, here }: { passkeys: PartnerPasskey[]; here: boolean }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { send } = usePortal();
  const [problem, setProblem] = useState("");
  const add = async () => {
    setProblem("");
    try {
      const { addPasskey } = await import("@/lib/api/passkeys");
      await addPasskey({ name: t("passkeyName") }, "/api/partners/auth");
      router.refresh();
    } catch (cause) {
      setProblem((cause as Error).message);
    }
  };
  if (!here && passkeys.length === 0) return null;
  return (
    <Panel title={t("passkeys")} description={t("passkeysHint")}>
      <div className="grid gap-3">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {passkeys.length === 0 ? (
          <p className="text-muted">{t("noPasskeys")}</p>
        ) : (
          <Rows
            label={t("passkeys")}
            rows={passkeys}
            onRemove={({ id }) => send("DELETE", `/passkeys/${id}`)}
            show={({ name }) => name}
          />
        )}
        {here && (
          <Button className="justify-self-start" onClick={add}>
            {t("addPasskey")}
          </Button>
        )}
      </div>
    </Panel>
  );
}

export function Keys({ keys, address }: { keys: PartnerKey[]; address: string }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { send } = usePortal();
  const [secret, setSecret] = useState("");
  const create = async (values: { name: string }, form: HTMLFormElement) => {
    setSecret(((await send("POST", "/keys", values)) as { secret: string }).secret);
    form.reset();
    router.refresh();
  };
  return (
    <Panel title={t("keys")} description={t("keysHint")}>
      <div className="grid gap-4">
        {keys.length > 0 && (
          <Rows
            label={t("keys")}
            rows={keys}
            onRemove={({ id }) => send("DELETE", `/keys/${id}`)}
            show={({ name, last_four }) => `${name} · ${t("ends", { end: last_four })}`}
          />
        )}
        {secret && (
          <div role="status" className="grid gap-2">
            <p className="font-medium">{t("keyMade")}</p>
            <SecretBox secret={secret} label={t("key")} />
            <p className="text-sm text-muted wrap-anywhere">{t("keyUse", { address })}</p>
          </div>
        )}
        <PlainForm
          names={["name"]}
          onSend={create}
          submit={t("createKey")}
          button={{ className: "justify-self-start" }}
        >
          <PlainField name="name" label={t("keyName")} maxLength={60} autoComplete="off" />
        </PlainForm>
      </div>
    </Panel>
  );
}

type Row = { id: string; name: string; used_at: string | null };

type RowsProps<R extends Row> = {
  label: string;
  rows: readonly R[];
  show: (row: R) => ReactNode;
  onRemove: (row: R) => Promise<unknown>;
};

function Rows<R extends Row>({ label, rows, show, onRemove }: RowsProps<R>) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { format } = usePortal();
  const attempt = useAttempt();
  return (
    <ul aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-2 border-t border-line py-2 first:border-t-0">
          <div className="min-w-0 flex-1 basis-40">
            <p className="wrap-anywhere">{show(row)}</p>
            <p className="text-sm text-muted">
              {row.used_at ? t("used", { date: format.date(row.used_at) }) : t("unused")}
            </p>
          </div>
          <Button
            size="sm"
            aria-label={t("removeOf", { name: row.name })}
            onClick={async () => {
              if (await attempt(() => onRemove(row))) router.refresh();
            }}
          >
            {t("remove")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
