import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { ImportScreen } from "@/components/transfer/import-screen";
import { openDesk } from "@/lib/server/desk-page";

export async function generateMetadata() {
  return { title: (await getTranslations("links.import"))("title") };
}

export default async function ImportLinksPage({ params }: PageProps<"/[store]/[mode]/links/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["links", "csv"]}>
      <ImportScreen api="affiliate" resource="links" />
    </Messages>
  );
}
