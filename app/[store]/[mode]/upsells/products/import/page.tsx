import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ImportProducts } from "./import-products";

export const generateMetadata = titled("products.importTitle");

export default async function ImportProductsPage({ params }: PageProps<"/[store]/[mode]/upsells/products/import">) {
  return (
    <Screen {...(await params)} of={["products", "csv"]}>
      <ImportProducts />
    </Screen>
  );
}
