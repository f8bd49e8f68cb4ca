import { Screen } from "@/app/[store]/[mode]/screen";
import { ImportRecords } from "@/components/transfer/import-screen";
import { titled } from "@/lib/i18n/titled";
import { sheetOf, takenNames } from "@/lib/server/work/jobs/sheets";

export const generateMetadata = titled("upsells.import.title");

export default async function ImportUpsellsPage({ params }: PageProps<"/[store]/[mode]/upsells/import">) {
  return (
    <Screen {...(await params)} of={["upsells", "csv"]}>
      <ImportRecords api="checkout" resource="upsells" columns={takenNames(sheetOf("upsells"))} />
    </Screen>
  );
}
