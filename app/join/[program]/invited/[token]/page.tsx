import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { findPartnerInvitation } from "@/lib/server/partners/invitations";
import { openProgram } from "@/lib/server/program-page";
import { Pitch } from "../../pitch";

export const generateMetadata = titled("join.invited.title", { referrer: "no-referrer", robots: "noindex" });

export default async function InvitedPage({ params }: PageProps<"/join/[program]/invited/[token]">) {
  const { program: slug, token } = await params;
  const t = await getTranslations("join.invited");
  const program = await openProgram(slug);
  const invitation = await findPartnerInvitation(program, token);
  if (invitation)
    return <Pitch program={program} invited={{ token, email: invitation.email, grants: invitation.grants }} />;
  return (
    <Panel className="mx-auto max-w-md">
      <h1 className="mb-2 text-xl font-semibold">{t("ended")}</h1>
      <p className="text-muted">{t("endedBody")}</p>
    </Panel>
  );
}
