import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { findInvitation } from "@/lib/server/people/invitations";
import { findPerson } from "@/lib/server/people/sessions";
import { AcceptForm } from "./accept-form";

export const generateMetadata = titled("account.tabs.invite", { referrer: "no-referrer", robots: "noindex" });

export default async function InvitePage({ params }: PageProps<"/invite/[token]">) {
  const { token } = await params;
  const t = await getTranslations("account.invite");
  const roles = await getTranslations("shell.roles");
  const invitation = await findInvitation(token);
  if (!invitation) {
    return (
      <Panel>
        <h1 className="mb-2 text-xl font-semibold">{t("ended")}</h1>
        <p className="text-muted">{t("endedBody")}</p>
      </Panel>
    );
  }
  const { store, email, role, inviter, hasAccount } = invitation;
  const person = await findPerson(await headers());
  return (
    <Panel>
      <h1 className="text-xl font-semibold">{t("title", { store })}</h1>
      <p className="mb-5 text-muted">
        {inviter ? t("by", { inviter, role: roles(role) }) : t("as", { role: roles(role) })}
      </p>
      <Messages of={["account"]}>
        <AcceptForm token={token} email={email} hasAccount={hasAccount} signedIn={person?.email ?? null} />
      </Messages>
    </Panel>
  );
}
