import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { ServiceSettings } from "./service-settings";

export async function generateMetadata() {
  return { title: (await getTranslations("service"))("title") };
}

export default async function ServiceSettingsPage({ params }: PageProps<"/[store]/[mode]/settings/service">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ checkout, fetch }) => fetch(checkout.settings.get.options()));
  return (
    <Messages of={["settings", "service", "form"]}>
      <HydrationBoundary state={state}>
        <ServiceSettings />
      </HydrationBoundary>
    </Messages>
  );
}
