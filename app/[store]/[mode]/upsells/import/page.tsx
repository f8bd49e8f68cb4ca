import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportScreen } from "@/components/transfer/import-screen";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("upsells.import"))("title") };
}

export default async function ImportUpsellsPage({ params }: PageProps<"/[store]/[mode]/upsells/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["upsells", "csv"]}>
      <ImportScreen api="checkout" resource="upsells" />
    </Messages>
  );
}
