import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ImportInvitations } from "./import-invitations";

export const generateMetadata = titled("programPage.invitations.importTitle");

export default async function ImportInvitationsPage({
  params,
}: PageProps<"/[store]/[mode]/affiliates/program/import">) {
  return (
    <Screen {...(await params)} of={["programPage", "csv"]}>
      <ImportInvitations />
    </Screen>
  );
}
