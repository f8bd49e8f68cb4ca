"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { QueryError } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { SettingsHeader } from "../settings-header";
import { InvitationRow } from "./invitation-row";
import { InviteDialog } from "./invite-dialog";
import { LinkDialog, type OneTimeLink } from "./link-dialog";
import { MemberRow } from "./member-row";

export function PeopleView() {
  const t = useTranslations("people");
  const { desk, can } = useDesk();
  const members = useQuery(desk.people.list.options());
  const invitations = useQuery({ ...desk.invitations.list.options(), enabled: can("desk", "invitations", "list") });
  const [asked, setInviting] = useQueryState("invite", parseAsBoolean.withDefault(false));
  const inviting = asked && can("desk", "invitations", "create");
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
          can("desk", "invitations", "create") && (
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
        ) : members.error ? (
          <QueryError error={members.error} onRetry={() => members.refetch()} retrying={members.isFetching} />
        ) : (
          <TextSkeleton lines={4} className="p-4" />
        )}
      </Panel>
      {can("desk", "invitations", "list") && (
        <Panel title={t("invitations")} description={t("invitationsHint")} flush>
          {invitations.data ? (
            invitations.data.data.length > 0 ? (
              <ul aria-label={t("invitations")}>
                {invitations.data.data.map((invitation) => (
                  <InvitationRow
                    key={invitation.id}
                    invitation={invitation}
                    mail={invitations.data.mail}
                    onLink={show}
                  />
                ))}
              </ul>
            ) : (
              <p className="px-4 py-6 text-center text-muted">{t("noInvitations")}</p>
            )
          ) : invitations.error ? (
            <QueryError
              error={invitations.error}
              onRetry={() => invitations.refetch()}
              retrying={invitations.isFetching}
            />
          ) : (
            <TextSkeleton lines={2} className="p-4" />
          )}
        </Panel>
      )}
      {inviting && (
        <InviteDialog mail={invitations.data?.mail ?? false} onClose={() => void setInviting(null)} onLink={show} />
      )}
      {link && <LinkDialog link={link} onDone={() => setLink(null)} />}
    </>
  );
}
