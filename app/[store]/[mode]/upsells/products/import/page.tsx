import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { ImportProducts } from "./import-products";

export async function generateMetadata() {
  return { title: (await getTranslations("products"))("importTitle") };
}

export default async function ImportProductsPage({ params }: PageProps<"/[store]/[mode]/upsells/products/import">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  return (
    <Messages of={["products", "csv"]}>
      <ImportProducts />
    </Messages>
  );
}
