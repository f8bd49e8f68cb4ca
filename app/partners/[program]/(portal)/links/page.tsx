import { titled } from "@/lib/i18n/titled";
import { openPortal } from "@/lib/server/portal-page";
import { pageOf } from "../pages";
import { Links } from "./links";

export const generateMetadata = titled("partners.tabs.links");

export default async function LinksPage({ params, searchParams }: PageProps<"/partners/[program]/links">) {
  const { program, read } = await openPortal((await params).program);
  const links = await read("links", "list", { query: { page: pageOf(await searchParams), per_page: 25 } });
  return <Links {...links} hosts={program.allowedHosts} />;
}
