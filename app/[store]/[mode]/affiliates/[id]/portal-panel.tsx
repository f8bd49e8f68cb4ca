"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { SecretBox, useForgotten } from "@/components/forms/secret-dialog";
import { Waiting } from "@/components/query-error";
import { RemovableRows } from "@/components/removable-rows";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DescriptionList } from "@/components/ui/description-list";
import { Dialog } from "@/components/ui/dialog";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import type { PortalAccess } from "@/lib/contract/desk/portal";
import type { PartnerKey } from "@/lib/contract/partner/account";
import { nameOf } from "../use-affiliate-changes";

export function PortalPanel({ affiliate }: { affiliate: Affiliate }) {
  const t = useTranslations("affiliates.page.portal");
  const { desk } = useDesk();
  const access = useQuery(desk.portal.access.options({ params: { id: affiliate.id } }));
  return (
    <Panel title={t("title")}>
      {access.data ? <Access affiliate={affiliate} access={access.data} /> : <Waiting of={access} lines={2} />}
    </Panel>
  );
}

function Access({ affiliate, access }: { affiliate: Affiliate; access: PortalAccess }) {
  const t = useTranslations("affiliates.page.portal");
  const { desk, format } = useDesk();
  const attempt = useAttempt();
  const [made, setMade] = useState<{ secret_link: string; mailed: boolean } | null>(null);
  const [ending, setEnding] = useState(false);
  // The response contains the link, so no cache keeps it.
  const link = useMutation({ ...desk.portal.link.mutation(), gcTime: 0 });
  const signOut = useMutation(desk.portal.sign_out.mutation());
  const params = { id: affiliate.id };
  const { address, partner } = access;
  if (address === null) return <p className="text-muted text-pretty">{t("closed")}</p>;
  const tax = Object.values(partner?.tax ?? {}).filter(Boolean);
  const invite = () =>
    attempt(async () => {
      setMade(await link.mutateAsync({ params }));
      link.reset();
    });
  const end = async () => {
    if (await attempt(() => signOut.mutateAsync({ params }))) toast.success(t("signedOut"));
    setEnding(false);
  };
  return (
    <div className="grid gap-3">
      <p>{partner?.seen_at ? t("seen", { time: format.dateTime(partner.seen_at) }) : t("never")}</p>
      {partner && (partner.sessions > 0 || partner.passkeys > 0) && (
        <p className="text-sm text-muted">
          {t("sessions", { count: partner.sessions })} · {t("passkeys", { count: partner.passkeys })}
        </p>
      )}
      <DescriptionList
        items={[
          { term: t("address"), detail: <span className="wrap-anywhere">{address}</span> },
          ...(tax.length > 0 ? [{ term: t("tax"), detail: tax.join(", ") }] : []),
        ]}
      />
      {partner && partner.keys.length > 0 && <Keys affiliate={affiliate} keys={partner.keys} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={link.isPending} onClick={invite}>
          {t(partner ? "newLink" : "invite")}
        </Button>
        {partner && (
          <Button size="sm" onClick={() => setEnding(true)}>
            {t("signOut")}
          </Button>
        )}
      </div>
      {made && <LinkDialog {...made} email={affiliate.email ?? ""} onClose={() => setMade(null)} />}
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={t("signOutTitle", { name: nameOf(affiliate) })}
        description={t("signOutBody")}
        confirmLabel={t("signOut")}
        pending={signOut.isPending}
        onConfirm={end}
      />
    </div>
  );
}

function Keys({ affiliate: { id }, keys }: { affiliate: Affiliate; keys: PartnerKey[] }) {
  const t = useTranslations("affiliates.page.portal");
  const { desk, format } = useDesk();
  const revoke = useMutation(desk.portal.revoke_key.mutation());
  const use = (at: string | null) => (at ? t("keyUsed", { time: format.dateTime(at) }) : t("keyUnused"));
  return (
    <div className="grid gap-1.5">
      <p className="font-medium">{t("keys")}</p>
      <div className="rounded-md border border-line">
        <RemovableRows
          label={t("keys")}
          rows={keys}
          facts={(key) => t("keyFacts", { end: key.last_four, used: use(key.used_at) })}
          warning={t("revokeKey")}
          onRemove={(key) => revoke.mutateAsync({ params: { id, key: key.id } })}
        />
      </div>
    </div>
  );
}

type Made = { secret_link: string; mailed: boolean; email: string; onClose: () => void };

function LinkDialog({ secret_link: link, mailed, email, onClose }: Made) {
  const t = useTranslations("affiliates.page.portal");
  useForgotten(onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("madeTitle")}
      description={t(mailed ? "madeMailed" : "madeCopy", { email })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("done")}
        </Button>
      }
    >
      <div className="grid gap-3">
        <SecretBox secret={link} label={t("link")} />
        <p className="text-sm text-muted">{t("madeHint")}</p>
      </div>
    </Dialog>
  );
}
