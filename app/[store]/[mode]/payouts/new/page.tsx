import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { PayView } from "./pay-view";

export async function generateMetadata() {
  return { title: (await getTranslations("payouts"))("pay.title") };
}

export default async function PayPage({ params }: PageProps<"/[store]/[mode]/payouts/new">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["payouts", "program"]}>
      <PayView />
    </Messages>
  );
}
