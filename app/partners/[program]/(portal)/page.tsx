import { titled } from "@/lib/i18n/titled";
import { inReadersWords, lastReturn } from "@/lib/server/partners/last-failed-payout";
import { openPortal, rulesOf } from "@/lib/server/portal-page";
import { Home } from "./home";

export const generateMetadata = titled("partners.tabs.home");

export default async function HomePage({ params }: PageProps<"/partners/[program]">) {
  const { program, read, partner } = await openPortal((await params).program);
  const some = { page: 1, per_page: 5 };
  const [earnings, profile, performance, commissions, links, payouts, details, rules] = await Promise.all([
    read("earnings", "get"),
    read("profile", "get"),
    read("performance", "get"),
    read("commissions", "list", { query: some }),
    read("links", "list", { query: some }),
    read("payouts", "list", { query: { page: 1, per_page: 25 } }),
    read("details", "get"),
    rulesOf(partner),
  ]);
  const returned = lastReturn(await inReadersWords(payouts.data), details);
  return (
    <Home
      returned={returned}
      balances={earnings.currencies}
      profile={profile}
      performance={performance}
      commissions={commissions.data}
      links={links.data}
      makesLinks={program.allowedHosts.length > 0}
      rules={rules}
      paid={[details.current, details.pending, profile.payout_method].some((way) => way !== null)}
    />
  );
}
