"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { SecretBox } from "@/components/forms/secret-dialog";
import { RemovableRows } from "@/components/removable-rows";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { Passkey } from "@/lib/contract/desk/account";
import type { PartnerKey } from "@/lib/contract/partner/account";
import { partnerAuthBase } from "@/lib/contract/partner/words";
import { usePortal } from "../../portal";

export function Passkeys({ passkeys, here }: { passkeys: Passkey[]; here: boolean }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const use = useUse();
  const remove = useRemoval("/passkeys");
  const [problem, setProblem] = useState("");
  const add = async () => {
    setProblem("");
    try {
      const { addPasskey } = await import("@/lib/api/passkeys");
      await addPasskey({ name: t("passkeyName") }, partnerAuthBase);
      router.refresh();
    } catch (cause) {
      setProblem((cause as Error).message);
    }
  };
  if (!here && passkeys.length === 0) return null;
  return (
    <Panel
      title={t("passkeys")}
      description={t("passkeysHint")}
      flush
      actions={
        here && (
          <Button size="sm" onClick={add}>
            {t("addPasskey")}
          </Button>
        )
      }
    >
      {problem && (
        <div className="px-4 py-3">
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      <RemovableRows
        label={t("passkeys")}
        rows={passkeys}
        none={t("noPasskeys")}
        facts={use}
        warning={t("removePasskey")}
        onRemove={remove}
      />
    </Panel>
  );
}

function useUse() {
  const t = useTranslations("partners.account");
  const { format } = usePortal();
  return ({ used_at: at }: { used_at: string | null }) => (at ? t("used", { date: format.date(at) }) : t("unused"));
}

function useRemoval(path: string) {
  const router = useRouter();
  const { send } = usePortal();
  return async ({ id }: { id: string }) => {
    const removed = await send("DELETE", `${path}/${id}`);
    router.refresh();
    return removed;
  };
}

export function Keys({ keys, address }: { keys: PartnerKey[]; address: string }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { send } = usePortal();
  const use = useUse();
  const remove = useRemoval("/keys");
  const [secret, setSecret] = useState("");
  const create = async (values: { name: string }, form: HTMLFormElement) => {
    setSecret(((await send("POST", "/keys", values)) as { secret: string }).secret);
    form.reset();
    router.refresh();
  };
  return (
    <Panel title={t("keys")} description={t("keysHint")} flush>
      <RemovableRows
        label={t("keys")}
        rows={keys}
        facts={(key) => `${t("ends", { end: key.last_four })} · ${use(key)}`}
        warning={t("removeKey")}
        onRemove={remove}
      />
      <div className="grid gap-4 border-t border-line p-4 first:border-t-0">
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
