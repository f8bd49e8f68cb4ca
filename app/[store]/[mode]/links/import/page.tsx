import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportRecords } from "@/components/transfer/import-records";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("links.import"))("title") };
}

export default async function ImportLinksPage({ params }: PageProps<"/[store]/[mode]/links/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["links", "csv"]}>
      <ImportRecords api="affiliate" resource="links" />
    </Messages>
  );
}
