import { NuqsAdapter } from "nuqs/adapters/next/app";
import { Messages } from "@/components/messages";
import { Shell } from "@/components/shell/shell";
import { DeskProvider } from "@/lib/api/desk";
import { deskFacts, openDesk } from "@/lib/server/desk-page";

/** Access to every page of a store is checked here. */
export default async function StoreLayout({ children, params }: LayoutProps<"/[store]/[mode]">) {
  const { store, mode } = await params;
  const opened = await openDesk(store, mode);
  return (
    <Messages of={["shell"]}>
      <NuqsAdapter>
        <DeskProvider facts={deskFacts(opened)}>
          <Shell stores={opened.stores.map(({ id, name }) => ({ id, name }))}>{children}</Shell>
        </DeskProvider>
      </NuqsAdapter>
    </Messages>
  );
}
