import { headers } from "next/headers";
import { titled } from "@/lib/i18n/titled";
import { env } from "@/lib/server/env";
import { isPasskeySite } from "@/lib/server/people/auth-settings";
import { openPortal } from "@/lib/server/portal-page";
import { listCountries } from "@/lib/server/program-page";
import { mayMail } from "@/lib/server/wire/mail";
import { Account } from "./account";

export const generateMetadata = titled("partners.tabs.account");

export default async function AccountPage({ params, searchParams }: PageProps<"/partners/[program]/account">) {
  const { change } = await searchParams;
  const { program, read } = await openPortal((await params).program);
  const [profile, tax, details, notices, keys, passkeys] = await Promise.all([
    read("profile", "get"),
    read("tax", "get"),
    read("details", "get"),
    read("notices", "get"),
    read("keys", "list"),
    read("passkeys", "list"),
  ]);
  return (
    <Account
      countries={await listCountries()}
      profile={profile}
      tax={tax}
      details={details}
      changing={change === "payout"}
      sends={mayMail()}
      off={notices.off}
      keys={keys.data}
      passkeys={passkeys.data}
      passkeysHere={isPasskeySite(await headers())}
      address={new URL(`/api/partners/${program.slug}/earnings`, env().CARTWRIGHT_ORIGIN).href}
    />
  );
}
