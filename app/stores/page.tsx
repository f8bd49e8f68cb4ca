import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { titled } from "@/lib/i18n/titled";
import { findPerson, storesOf } from "@/lib/server/people/sessions";

export const generateMetadata = titled("account.tabs.stores");

export default async function StoresPage() {
  const person = await findPerson(await headers());
  if (!person) redirect("/sign-in");
  const [first] = await storesOf(person.id);
  if (first) redirect(`/${first.id}/live`);
  const t = await getTranslations("account.stores");
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState title={t("none")}>{t("noneBody", { email: person.email })}</EmptyState>
    </main>
  );
}
