import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { AffiliateCreate } from "./affiliate-create";

export async function generateMetadata() {
  return { title: (await getTranslations("affiliates.form"))("createTitle") };
}

export default async function NewAffiliatePage({ params }: PageProps<"/[store]/[mode]/affiliates/new">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["affiliates", "form"]}>
      <AffiliateCreate />
    </Messages>
  );
}
