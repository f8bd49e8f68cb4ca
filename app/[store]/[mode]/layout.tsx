import { NuqsAdapter } from "nuqs/adapters/next/app";
import { Messages } from "@/components/messages";
import { screens } from "@/components/shell/screens";
import { Shell } from "@/components/shell/shell";
import { DeskProvider } from "@/lib/api/desk";
import { recordNames } from "@/lib/contract/record-words";
import { deskFacts, openDesk } from "@/lib/server/desk-page";

// What every page calls the screens and the records of the store.
const titles = [...screens.map(({ name }) => `${name}.title` as const), "keys.title" as const];
const names = recordNames.map((name) => `${name}.names` as const);

/** Access to every page of a store is checked here. */
export default async function StoreLayout({ children, params }: LayoutProps<"/[store]/[mode]">) {
  const { store, mode } = await params;
  const opened = await openDesk(store, mode);
  return (
    <Messages of={["shell", ...titles, ...names]}>
      <NuqsAdapter>
        <DeskProvider facts={JSON.stringify(deskFacts(opened))}>
          <Shell stores={opened.stores.map(({ id, name }) => ({ id, name }))}>{children}</Shell>
        </DeskProvider>
      </NuqsAdapter>
    </Messages>
  );
}
