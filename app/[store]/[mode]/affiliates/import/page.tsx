import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportScreen } from "@/components/transfer/import-screen";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates.import"))("title") };
}

export default async function ImportAffiliatesPage({ params }: PageProps<"/[store]/[mode]/affiliates/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["affiliates", "csv"]}>
      <ImportScreen api="affiliate" resource="affiliates" />
    </Messages>
  );
}
