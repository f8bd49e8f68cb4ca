import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ProgramView } from "./program-view";

export const generateMetadata = titled("programPage.title");

export default async function ProgramPage({ params }: PageProps<"/[store]/[mode]/affiliates/program">) {
  return (
    <Screen
      {...(await params)}
      of={["programPage", "form"]}
      load={async ({ desk, can, fetch }) =>
        can("desk", "partner_program", "get") && fetch(desk.partner_program.get.options())
      }
    >
      <ProgramView />
    </Screen>
  );
}
