"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Role } from "@/lib/contract/define";
import { SettingsHeader } from "../settings-header";
import { invitationLink, LinkDialog, type OneTimeLink } from "./link-dialog";
import { InvitationRow, MemberRow, RoleChoice } from "./people-rows";

export function PeopleView() {
  const t = useTranslations("people");
  const { desk, can } = useDesk();
  const members = useQuery(desk.people.list.options());
  const invitations = useQuery({ ...desk.invitations.list.options(), enabled: can("desk", "invitations", "list") });
  const [wanted, setInviting] = useQueryState("invite", parseAsBoolean.withDefault(false));
  const mayInvite = can("desk", "invitations", "create");
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const show = (made: OneTimeLink) => {
    void setInviting(null);
    setLink(made);
  };
  return (
    <>
      <SettingsHeader description={t("description")} />
      <Panel
        title={t("members")}
        description={t("membersHint")}
        flush
        actions={
          mayInvite && (
            <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={() => void setInviting(true)}>
              {t("invite")}
            </Button>
          )
        }
      >
        {members.data ? (
          <ul aria-label={t("members")}>
            {members.data.data.map((member) => (
              <MemberRow key={member.id} member={member} onLink={show} />
            ))}
          </ul>
        ) : (
          <Waiting of={members} lines={4} className="p-4" />
        )}
      </Panel>
      {can("desk", "invitations", "list") && (
        <Panel title={t("invitations")} description={t("invitationsHint")} flush>
          {!invitations.data ? (
            <Waiting of={invitations} lines={2} className="p-4" />
          ) : invitations.data.data.length === 0 ? (
            <p className="px-4 py-6 text-center text-muted">{t("noInvitations")}</p>
          ) : (
            <ul aria-label={t("invitations")}>
              {invitations.data.data.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} mail={invitations.data.mail} onLink={show} />
              ))}
            </ul>
          )}
        </Panel>
      )}
      {wanted && mayInvite && (
        <InviteDialog mail={invitations.data?.mail ?? false} onClose={() => void setInviting(null)} onLink={show} />
      )}
      {link && <LinkDialog link={link} onDone={() => setLink(null)} />}
    </>
  );
}

type InviteProps = { mail: boolean; onClose: () => void; onLink: (link: OneTimeLink) => void };

function InviteDialog({ mail, onClose, onLink }: InviteProps) {
  const t = useTranslations("people");
  const { desk } = useDesk();
  const [role, setRole] = useState<Role>("merchant");
  const create = useMutation({ ...desk.invitations.create.mutation(), gcTime: 0 });
  return (
    <PlainDialog
      names={["email"]}
      onSend={async ({ email }) => {
        const made = await create.mutateAsync({ body: { email: email.trim(), role } });
        onLink(invitationLink(made, mail));
      }}
      onClose={onClose}
      title={t("invite")}
      description={t(`inviteHint.${mail ? "mail" : "link"}`)}
      submit={t("submitInvite")}
    >
      <PlainField name="email" label={t("email")} type="email" spellCheck={false} data-autofocus />
      <Field label={t("role")} group>
        <RoleChoice value={role} onChange={setRole} />
      </Field>
    </PlainDialog>
  );
}
