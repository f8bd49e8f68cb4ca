import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadOwnEvent } from "../filters";
import { DoctorView } from "./doctor-view";

export const generateMetadata = titled("webhooks.doctor.title");

export default async function DoctorPage({ params, searchParams }: PageProps<"/[store]/[mode]/webhooks/doctor">) {
  const { endpoint, delivery } = await loadOwnEvent(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, can, fetch }) => {
        const mayRead = can("checkout", "webhooks", "delivery");
        if (!endpoint || !delivery || !mayRead) return;
        await fetch(checkout.webhooks.delivery.options({ params: { id: endpoint, delivery } }));
      }}
    >
      <DoctorView />
    </Screen>
  );
}
