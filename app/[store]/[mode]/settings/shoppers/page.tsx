import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { ShoppersView } from "./shoppers-view";

export const generateMetadata = titled("shoppers.title");

export default async function ShoppersPage({ params }: PageProps<"/[store]/[mode]/settings/shoppers">) {
  return (
    <Screen {...(await params)} of={["settings", "shoppers"]}>
      <ShoppersView />
    </Screen>
  );
}
