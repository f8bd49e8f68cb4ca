import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { LiveView } from "./live-view";
import { logPage } from "./tail";

export const generateMetadata = titled("webhooks.live.title");

export default async function LivePage({ params }: PageProps<"/[store]/[mode]/webhooks/[id]/live">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["webhooks"]}
      load={async ({ checkout, can, fetch }) =>
        can("checkout", "webhooks", "logs") &&
        Promise.all([
          fetch(checkout.webhooks.logs.options(logPage(id))),
          fetch(checkout.webhooks.get.options({ params: { id } })),
        ])
      }
    >
      <LiveView id={id} />
    </Screen>
  );
}
