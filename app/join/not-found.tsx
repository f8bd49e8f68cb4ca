import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";

export default async function NotFound() {
  const t = await getTranslations("join.notFound");
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState title={<span className="text-lg">{t("title")}</span>}>{t("body")}</EmptyState>
    </main>
  );
}
