import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { InvitationsView } from "./invitations-view";

export const generateMetadata = titled("programPage.invitations.title");

export default async function InvitationsPage({ params }: PageProps<"/[store]/[mode]/affiliates/program/invitations">) {
  return (
    <Screen
      {...(await params)}
      of={["programPage"]}
      load={({ desk, can, fetch }) =>
        Promise.all([
          can("desk", "partner_invitations", "list") && fetch(desk.partner_invitations.list.options()),
          can("desk", "partner_program", "get") && fetch(desk.partner_program.get.options()),
        ])
      }
    >
      <InvitationsView />
    </Screen>
  );
}
