import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { loadProductFilters, toProductInput } from "./filters";
import { ProductTable } from "./product-table";

export const generateMetadata = titled("products.title");

export default async function ProductsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells/products">) {
  const input = toProductInput(await loadProductFilters(searchParams));
  return (
    <Screen
      {...(await params)}
      of={["upsells", "products"]}
      load={({ desk, fetch }) => fetch(desk.remembered.list.options(input))}
    >
      <ProductTable />
    </Screen>
  );
}
