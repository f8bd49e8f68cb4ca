import { titled } from "@/lib/i18n/titled";
import { openPortal, rulesOf } from "@/lib/server/partners/page";
import { Home } from "./home";

export const generateMetadata = titled("partners.tabs.home");

export default async function HomePage({ params }: PageProps<"/partners/[program]">) {
  const { read, partner } = await openPortal((await params).program);
  const some = { page: 1, per_page: 5 };
  const [earnings, profile, performance, commissions, links, details, rules] = await Promise.all([
    read("earnings", "get"),
    read("profile", "get"),
    read("performance", "get"),
    read("commissions", "list", { query: some }),
    read("links", "list", { query: some }),
    read("details", "get"),
    rulesOf(partner),
  ]);
  return (
    <Home
      balances={earnings.currencies}
      profile={profile}
      performance={performance}
      commissions={commissions.data}
      links={links.data}
      rules={rules}
      paid={[details.current, details.pending, profile.payout_method].some((way) => way !== null)}
    />
  );
}
