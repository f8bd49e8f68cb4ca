import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { titled } from "@/lib/i18n/titled";
import { findSession } from "@/lib/server/people/sessions";

export const generateMetadata = titled("account.tabs.stores");

export default async function StoresPage() {
  const session = await findSession(await headers());
  if (!session) redirect("/sign-in");
  const [first] = session.memberships;
  if (first) redirect(`/${first.store.id}/live`);
  const t = await getTranslations("account.stores");
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState title={t("none")}>{t("noneBody", { email: session.person.email })}</EmptyState>
    </main>
  );
}
