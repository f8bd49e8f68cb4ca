import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { clicksOf, loadLinkPages, ordersOf } from "../filters";
import { LinkView } from "./link-view";

export const generateMetadata = titled("links.one");

export default async function LinkPage({ params, searchParams }: PageProps<"/[store]/[mode]/links/[id]">) {
  const id = decodeURIComponent((await params).id);
  const { orders_page } = await loadLinkPages(searchParams);
  return (
    <Screen
      {...(await params)}
      of={["links", "program", "attribution", "form", "qr"]}
      load={async ({ affiliate, can, has, fetch }) => {
        if (!can("affiliate", "links", "get")) return;
        const apis = { affiliate, can };
        const [link] = await Promise.all([
          fetch(affiliate.links.get.options({ params: { id } })),
          has("affiliate", "analytics", "clicks", "link_id") &&
            can("affiliate", "analytics", "clicks") &&
            fetch(clicksOf(apis, id)),
        ]);
        if (link?.affiliate_id && has("affiliate", "orders", "list", "link_id"))
          await fetch(ordersOf(apis, link, orders_page));
      }}
    >
      <LinkView id={id} />
    </Screen>
  );
}
