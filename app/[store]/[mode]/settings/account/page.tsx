import { HydrationBoundary } from "@tanstack/react-query";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { prefetchDesk } from "@/lib/server/desk-page";
import { isPasskeySite } from "@/lib/server/passkey-site";
import { AccountView } from "./account-view";

export async function generateMetadata() {
  return { title: (await getTranslations("myAccount"))("title") };
}

export default async function AccountPage({ params }: PageProps<"/[store]/[mode]/settings/account">) {
  const { store, mode } = await params;
  const { state } = await prefetchDesk(store, mode, ({ desk, fetch }) =>
    Promise.all([
      fetch(desk.account.get.options()),
      fetch(desk.account.passkeys.options()),
      fetch(desk.account.sessions.options()),
    ]),
  );
  return (
    <Messages of={["settings", "myAccount"]}>
      <HydrationBoundary state={state}>
        <AccountView passkeysHere={isPasskeySite(await headers())} />
      </HydrationBoundary>
    </Messages>
  );
}
