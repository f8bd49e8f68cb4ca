import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { bundleOptions } from "../read-bundle";
import { BundleView } from "./bundle-view";

export async function generateMetadata() {
  return { title: (await getTranslations("bundles"))("one") };
}

export default async function BundlePage({ params }: PageProps<"/[store]/[mode]/bundles/[id]">) {
  const { store, mode, id: encoded } = await params;
  const id = decodeURIComponent(encoded);
  const { state } = await prefetchDesk(store, mode, ({ checkout, fetch, facts }) =>
    fetch(bundleOptions({ checkout, extensions: facts.extensions }, id)),
  );
  return (
    <Messages of={["bundles", "form"]}>
      <HydrationBoundary state={state}>
        <BundleView id={id} />
      </HydrationBoundary>
    </Messages>
  );
}
