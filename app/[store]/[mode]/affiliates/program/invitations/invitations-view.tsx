"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MailPlus, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton } from "@/components/attempt";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { PartnerInvitation } from "@/lib/contract/desk/partner-program";
import { ApiError } from "@/lib/contract/errors";
import { ProgramHeader } from "../program-header";

const tones = { open: "warning", accepted: "success", revoked: "neutral", expired: "neutral" } as const;

export function InvitationsView() {
  const t = useTranslations("programPage.invitations");
  const { base, desk, can } = useDesk();
  const list = useQuery(desk.partner_invitations.list.options());
  const page = useQuery(desk.partner_program.get.options());
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<{ email: string; link: string } | null>(null);
  const canCreate = can("desk", "partner_invitations", "create");
  const mayInvite = canCreate && page.data?.open === true;
  const invite = mayInvite && (
    <Button variant="primary" icon={<MailPlus aria-hidden />} onClick={() => setInviting(true)}>
      {t("invite")}
    </Button>
  );
  return (
    <>
      <ProgramHeader
        actions={
          mayInvite && (
            <>
              <IntentLink href={`${base}/affiliates/program/import`} className={buttonClass()}>
                <Upload aria-hidden /> {t("import")}
              </IntentLink>
              {invite}
            </>
          )
        }
      />
      {page.data?.open === false && <Banner live={false}>{t("closed")}</Banner>}
      {link && (
        <Banner tone="success" title={t("made", { email: link.email })} onDismiss={() => setLink(null)}>
          <span className="flex flex-wrap items-center gap-2">
            <code className="text-xs wrap-anywhere">{link.link}</code>
            <CopyButton text={link.link} label={t("copy")} />
          </span>
        </Banner>
      )}
      <Panel title={t("title")} description={t("hint")} flush>
        {!list.data ? (
          <Waiting of={list} lines={4} className="p-4" />
        ) : list.data.data.length === 0 ? (
          <EmptyState icon={<MailPlus />} title={t("none")} action={invite}>
            {t(canCreate ? "noneBody" : "noneReadOnly")}
          </EmptyState>
        ) : (
          <ul aria-label={t("title")}>
            {list.data.data.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Panel>
      {inviting && (
        <InviteDialog
          mail={page.data?.mail ?? false}
          onClose={() => setInviting(false)}
          onMade={(made) => {
            setInviting(false);
            setLink(made);
          }}
        />
      )}
    </>
  );
}

function Row({ one }: { one: PartnerInvitation }) {
  const t = useTranslations("programPage.invitations");
  const { desk, can, format, money, store } = useDesk();
  const { email, commission_type: type, commission_rate: rate, group, state } = one;
  const promised = [
    ...(rate === null ? [] : [type === "fixed" ? money(rate, store.currency) : format.percent(rate)]),
    ...(group === null ? [] : [t("inGroup", { group })]),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">{email}</p>
        <p className="text-sm text-muted">{format.row([...promised, t("by", { name: one.invited_by })])}</p>
      </div>
      <p className="text-sm text-muted">
        <Moment at={one.created_at} />
      </p>
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {state === "open" && can("desk", "partner_invitations", "revoke") && (
        <SendButton
          size="sm"
          mutation={desk.partner_invitations.revoke.mutation()}
          input={{ params: { id: one.id } }}
          onDone={() => toast.success(t("revoked", { email }))}
          aria-label={`${t("revoke")}: ${email}`}
        >
          {t("revoke")}
        </SendButton>
      )}
    </li>
  );
}

type DialogProps = {
  mail: boolean;
  onClose: () => void;
  onMade: (made: { email: string; link: string } | null) => void;
};

function InviteDialog({ mail, onClose, onMade }: DialogProps) {
  const t = useTranslations("programPage.invitations");
  const { desk, format } = useDesk();
  const create = useMutation({ ...desk.partner_invitations.create.mutation(), gcTime: 0 });
  const send = async (values: Record<"email" | "commission_rate" | "group", string>) => {
    const typed = values.commission_rate.trim();
    const rate = typed === "" ? undefined : Number(typed.replace(format.decimalMark, "."));
    if (Number.isNaN(rate)) {
      throw new ApiError(400, "invalid_request", "", [{ field: "commission_rate", message: t("notNumber") }]);
    }
    const email = values.email.trim();
    const group = values.group.trim();
    const made = await create.mutateAsync({
      body: {
        email,
        ...(rate !== undefined && { commission_type: "percentage" as const, commission_rate: rate }),
        ...(group && { group }),
      },
    });
    if (made.mailed) toast.success(t("sent", { email }));
    onMade(made.mailed ? null : { email, link: made.secret_link });
  };
  return (
    <PlainDialog
      names={["email", "commission_rate", "group"]}
      onSend={send}
      onClose={onClose}
      title={t("invite")}
      description={t(mail ? "byMail" : "byLink")}
      submit={t("submit")}
    >
      <PlainField name="email" label={t("email")} type="email" spellCheck={false} data-autofocus />
      <PlainField name="commission_rate" label={t("rate")} description={t("rateHint")} inputMode="decimal" optional />
      <PlainField name="group" label={t("group")} optional />
    </PlainDialog>
  );
}
