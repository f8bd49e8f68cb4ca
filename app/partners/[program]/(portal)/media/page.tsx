import { titled } from "@/lib/i18n/titled";
import { openPortal } from "@/lib/server/portal-page";
import { MediaKit } from "./media-kit";

export const generateMetadata = titled("partners.tabs.media");

export default async function MediaPage({ params }: PageProps<"/partners/[program]/media">) {
  const { read } = await openPortal((await params).program);
  return <MediaKit files={(await read("media", "list")).data} />;
}
