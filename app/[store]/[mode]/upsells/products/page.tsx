import { HydrationBoundary } from "@tanstack/react-query";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { loadProductFilters, toProductInput } from "./filters";
import { ProductTable } from "./product-table";

export async function generateMetadata() {
  return { title: (await getTranslations("products"))("title") };
}

export default async function ProductsPage({ params, searchParams }: PageProps<"/[store]/[mode]/upsells/products">) {
  const { store, mode } = await params;
  const input = toProductInput(await loadProductFilters(searchParams));
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) => fetch(desk.remembered.list.options(input)));
  return (
    <Messages of={["upsells", "products"]}>
      <HydrationBoundary state={state}>
        <ProductTable />
      </HydrationBoundary>
    </Messages>
  );
}
