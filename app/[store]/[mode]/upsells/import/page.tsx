import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportRecords } from "@/components/transfer/import-records";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells.import"))("title") };
}

export default async function ImportUpsellsPage({ params }: PageProps<"/[store]/[mode]/upsells/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["upsells", "csv"]}>
      <ImportRecords api="checkout" resource="upsells" />
    </Messages>
  );
}
