import { Messages } from "@/components/messages";
import { titled } from "@/lib/i18n/titled";
import { openDesk } from "@/lib/server/desk-page";
import { linkFront } from "@/lib/server/upstream";
import { LinkCreate } from "./link-create";

export const generateMetadata = titled("links.form.createTitle");

export default async function NewLinkPage({ params, searchParams }: PageProps<"/[store]/[mode]/links/new">) {
  const { store, mode } = await params;
  const { affiliate } = await searchParams;
  const opened = await openDesk(store, mode);
  return (
    <Messages of={["links", "form"]}>
      <LinkCreate front={linkFront(opened.mode)} affiliate={typeof affiliate === "string" ? affiliate : null} />
    </Messages>
  );
}
