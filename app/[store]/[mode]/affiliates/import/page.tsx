import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportRecords } from "@/components/transfer/import-records";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates.import"))("title") };
}

export default async function ImportAffiliatesPage({ params }: PageProps<"/[store]/[mode]/affiliates/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["affiliates", "csv"]}>
      <ImportRecords api="affiliate" resource="affiliates" />
    </Messages>
  );
}
