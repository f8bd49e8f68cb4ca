import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { BundleCreate } from "../bundle-form";
import { fetchBundle } from "../read-bundle";

export const generateMetadata = titled("bundles.form.createTitle");

export default async function NewBundlePage({ params, searchParams }: PageProps<"/[store]/[mode]/bundles/new">) {
  const { from } = await searchParams;
  const source = typeof from === "string" && from !== "" ? from : null;
  return (
    <Screen
      {...(await params)}
      of={["bundles", "bundleWords", "form", "products"]}
      load={async (apis) => source !== null && fetchBundle(apis, source)}
    >
      <BundleCreate key={source} source={source} />
    </Screen>
  );
}
