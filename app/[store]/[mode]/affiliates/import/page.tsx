import { Screen } from "@/app/[store]/[mode]/screen";
import { ImportRecords } from "@/components/transfer/import-screen";
import { titled } from "@/lib/i18n/titled";
import { sheetOf, takenNames } from "@/lib/server/work/jobs/sheets";

export const generateMetadata = titled("affiliates.import.title");

export default async function ImportAffiliatesPage({ params }: PageProps<"/[store]/[mode]/affiliates/import">) {
  return (
    <Screen {...(await params)} of={["affiliates", "csv"]}>
      <ImportRecords api="affiliate" resource="affiliates" columns={takenNames(sheetOf("affiliates"))} />
    </Screen>
  );
}
