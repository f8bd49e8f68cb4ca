"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ImportScreen } from "@/components/transfer/import-screen";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

const example = "email,commission_type,commission_rate,group\nmira@example.com,percentage,15,VIP\njonas@example.com,,,";

export function ImportInvitations() {
  const t = useTranslations("programPage.invitations");
  const router = useRouter();
  const { base, desk, can } = useDesk();
  const { mutateAsync: dryRun } = useMutation(desk.partner_invitations.dry_run.mutation());
  const { mutateAsync: load } = useMutation(desk.partner_invitations.import_csv.mutation());
  const listHref = `${base}/affiliates/program/invitations`;
  return (
    <ImportScreen
      title={t("importTitle")}
      description={t("importBody")}
      crumb={{ href: listHref, label: t("title") }}
      refusal={can("desk", "partner_invitations", "import_csv") ? null : t("mayNot")}
      alwaysSkips
      example={example}
      check={(csv) => dryRun({ body: { csv } })}
      start={async (csv) => {
        const { invited } = await load({ body: { csv } });
        toast.success(t("imported", { count: invited }));
        router.push(listHref);
      }}
      startLabel={(count) => t("importStart", { count })}
      existing={t("known")}
    />
  );
}
