import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { fetchBundle } from "../fetch-bundle";
import { BundleCreate } from "./bundle-create";

export async function generateMetadata() {
  return { title: (await getTranslations("bundles.form"))("createTitle") };
}

export default async function NewBundlePage({ params, searchParams }: PageProps<"/[store]/[mode]/bundles/new">) {
  const { store, mode } = await params;
  const { from } = await searchParams;
  const source = typeof from === "string" && from !== "" ? from : null;
  const { state } = await prefetchDesk(store, mode, async (apis) => source !== null && fetchBundle(apis, source));
  return (
    <Messages of={["bundles", "form", "products"]}>
      <HydrationBoundary state={state}>
        <BundleCreate key={source} source={source} />
      </HydrationBoundary>
    </Messages>
  );
}
