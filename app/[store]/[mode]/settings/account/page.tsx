import { headers } from "next/headers";
import { Screen } from "@/app/[store]/[mode]/screen";
import { titled } from "@/lib/i18n/titled";
import { isPasskeySite } from "@/lib/server/people/auth-settings";
import { AccountView } from "./account-view";

export const generateMetadata = titled("myAccount.title");

export default async function AccountPage({ params }: PageProps<"/[store]/[mode]/settings/account">) {
  return (
    <Screen
      {...(await params)}
      of={["settings", "myAccount"]}
      load={({ desk, fetch }) =>
        Promise.all([
          fetch(desk.account.get.options()),
          fetch(desk.account.passkeys.options()),
          fetch(desk.account.sessions.options()),
        ])
      }
    >
      <AccountView passkeysHere={isPasskeySite(await headers())} />
    </Screen>
  );
}
