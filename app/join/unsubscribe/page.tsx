import { getTranslations } from "next-intl/server";
import { ChooseLanguage } from "@/components/choose-language";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { programOf } from "@/lib/server/memory/partner-program";
import { readUnsubscribe } from "@/lib/server/work/mail/opt-out";
import { UnsubscribeForm } from "./unsubscribe-form";

export const generateMetadata = titled("join.unsubscribe.title", { referrer: "no-referrer", robots: "noindex" });

export default async function UnsubscribePage({ searchParams }: PageProps<"/join/unsubscribe">) {
  const t = await getTranslations("join.unsubscribe");
  const { token } = await searchParams;
  const wanted = await unwantedBy(typeof token === "string" ? token : "");
  return (
    <main id="main" className="mx-auto grid w-full max-w-md gap-6 px-4 py-10 sm:py-20">
      <div className="flex justify-end">
        <ChooseLanguage />
      </div>
      <Panel>
        <h1 className="mb-2 text-xl font-semibold">{t("title")}</h1>
        {wanted ? (
          <Messages of={["join"]}>
            <UnsubscribeForm token={String(token)} {...wanted} />
          </Messages>
        ) : (
          <p className="text-muted">{t("broken")}</p>
        )}
      </Panel>
    </main>
  );
}

async function unwantedBy(token: string) {
  try {
    const { email, kind, ...storeMode } = readUnsubscribe(token);
    return { email, kind, program: (await programOf(storeMode)).name };
  } catch {
    return null;
  }
}
