import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import NotFoundByAffiliate from "./join/not-found";

export default async function NotFound() {
  const address = (await headers()).get("x-address") ?? "";
  // Affiliates have no store.
  if (/^\/(join|partners)(\/|$)/.test(address)) return <NotFoundByAffiliate />;
  const t = await getTranslations("errors");
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        title={<span className="text-lg">{t("notFoundTitle")}</span>}
        action={
          <IntentLink href="/" className={buttonClass({ variant: "primary" })}>
            {t("home")}
          </IntentLink>
        }
      >
        {t("notFoundBody")}
      </EmptyState>
    </main>
  );
}
