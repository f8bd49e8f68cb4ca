import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { KeyView } from "./key-view";

export const generateMetadata = titled("keys.one");

export default async function KeyPage({ params }: PageProps<"/[store]/[mode]/settings/keys/[id]">) {
  const id = decodeURIComponent((await params).id);
  return (
    <Screen
      {...(await params)}
      of={["settings", "keys"]}
      load={async ({ desk, can, fetch }) =>
        can("desk", "keys", "get") && fetch(desk.keys.get.options({ params: { id } }))
      }
    >
      <KeyView id={id} />
    </Screen>
  );
}
