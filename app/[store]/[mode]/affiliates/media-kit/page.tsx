import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { MediaKit } from "./media-kit";

export const generateMetadata = titled("affiliates.mediaKit.title");

export default async function MediaKitPage({ params }: PageProps<"/[store]/[mode]/affiliates/media-kit">) {
  return (
    <Screen
      {...(await params)}
      of={["affiliates", "programPage"]}
      load={async ({ desk, can, fetch }) =>
        can("desk", "portal_media", "list") && fetch(desk.portal_media.list.options())
      }
    >
      <MediaKit />
    </Screen>
  );
}
