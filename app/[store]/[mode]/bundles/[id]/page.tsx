import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { fetchBundle } from "../fetch-bundle";
import { BundleView } from "./bundle-view";

export async function generateMetadata() {
  return { title: (await getTranslations("bundles"))("one") };
}

export default async function BundlePage({ params }: PageProps<"/[store]/[mode]/bundles/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, (apis) => fetchBundle(apis, id));
  return (
    <Messages of={["bundles", "form", "products"]}>
      <HydrationBoundary state={state}>
        <BundleView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
