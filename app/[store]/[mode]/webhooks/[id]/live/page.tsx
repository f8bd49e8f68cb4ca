import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { LiveView } from "./live-view";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.live"))("title") };
}

export default async function LivePage({ params }: PageProps<"/[store]/[mode]/webhooks/[id]/live">) {
  const { store, mode, id } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["webhooks"]}>
      <LiveView id={decodeURIComponent(id)} />
    </Messages>
  );
}
