import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { linkFront } from "@/lib/server/wire/upstream";
import { LinkCreate } from "./link-create";

export const generateMetadata = titled("links.form.createTitle");

export default async function NewLinkPage({ params, searchParams }: PageProps<"/[store]/[mode]/links/new">) {
  const { affiliate } = await searchParams;
  const owner = typeof affiliate === "string" ? affiliate : null;
  return (
    <Screen {...(await params)} of={["links", "form"]}>
      {({ mode }) => <LinkCreate front={linkFront(mode)} affiliate={owner} />}
    </Screen>
  );
}
