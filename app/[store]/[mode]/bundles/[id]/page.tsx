import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { fetchBundle } from "../read-bundle";
import { BundleView } from "./bundle-view";

export const generateMetadata = titled("bundles.one");

export default async function BundlePage({ params }: PageProps<"/[store]/[mode]/bundles/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["bundles", "bundleWords", "form", "products"]}
      load={(apis) => fetchBundle(apis, id)}
    >
      <BundleView id={id} />
    </Screen>
  );
}
