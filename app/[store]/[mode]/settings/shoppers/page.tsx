import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { apis, servedHere } from "@/lib/server/wire/connections";
import { ShoppersView } from "./shoppers-view";

export const generateMetadata = titled("shoppers.title");

export default async function ShoppersPage({ params }: PageProps<"/[store]/[mode]/settings/shoppers">) {
  return (
    <Screen {...(await params)} of={["settings", "shoppers"]}>
      {({ mode }) => <ShoppersView complete={servedHere(mode).length === apis.length} />}
    </Screen>
  );
}
