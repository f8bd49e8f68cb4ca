import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";

export default async function NotFound() {
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
