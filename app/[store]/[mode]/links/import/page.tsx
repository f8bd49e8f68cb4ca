import { Screen } from "@/app/[store]/[mode]/screen";
import { ImportRecords } from "@/components/transfer/import-screen";
import { titled } from "@/lib/i18n/titled";

export const generateMetadata = titled("links.import.title");

export default async function ImportLinksPage({ params }: PageProps<"/[store]/[mode]/links/import">) {
  return (
    <Screen {...(await params)} of={["links", "csv"]}>
      <ImportRecords api="affiliate" resource="links" />
    </Screen>
  );
}
