import { Screen } from "@/app/[store]/[mode]/screen";
import { ImportRecords } from "@/components/transfer/import-screen";
import { titled } from "@/lib/i18n/titled";
import { sheetOf, takenNames } from "@/lib/server/work/jobs/sheets";

export const generateMetadata = titled("links.import.title");

export default async function ImportLinksPage({ params }: PageProps<"/[store]/[mode]/links/import">) {
  return (
    <Screen {...(await params)} of={["links", "csv"]}>
      <ImportRecords api="affiliate" resource="links" columns={takenNames(sheetOf("links"))} />
    </Screen>
  );
}
