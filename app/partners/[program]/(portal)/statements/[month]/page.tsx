import { notFound } from "next/navigation";
import { ApiError } from "@/lib/contract/errors";
import { titled } from "@/lib/i18n/titled";
import { inReadersWords } from "@/lib/server/partners/last-failed-payout";
import { openPortal } from "@/lib/server/portal-page";
import { StatementView } from "./statement";

export const generateMetadata = titled("partners.tabs.statement");

export default async function StatementPage({ params }: PageProps<"/partners/[program]/statements/[month]">) {
  const { program, month } = await params;
  const { read } = await openPortal(program);
  const [statement, profile, tax] = await Promise.all([
    read("statements", "get", { params: { month } }).catch((cause) => {
      throw cause instanceof ApiError && cause.status === 400 ? notFound() : cause;
    }),
    read("profile", "get"),
    read("tax", "get"),
  ]);
  const payouts = await inReadersWords(statement.payouts);
  return (
    <StatementView statement={{ ...statement, payouts }} profile={profile} tax={tax} now={new Date().toISOString()} />
  );
}
