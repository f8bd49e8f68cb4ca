import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { openDesk } from "@/lib/server/desk-page";
import { linkFront } from "@/lib/server/link-front";
import { LinkCreate } from "./link-create";

export async function generateMetadata() {
  return { title: (await getTranslations("links.form"))("createTitle") };
}

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
