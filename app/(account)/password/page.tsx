import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { mayMail } from "@/lib/server/wire/mail";
import { AskForm } from "./password-forms";

export const generateMetadata = titled("account.tabs.password");

// Whether mail is sent depends on the environment, which is unknown at build time.
export const dynamic = "force-dynamic";

export default async function PasswordPage() {
  const t = await getTranslations("account.password");
  return (
    <Panel>
      <h1 className="mb-2 text-xl font-semibold">{t("title")}</h1>
      {mayMail() ? (
        <Messages of={["account"]}>
          <AskForm />
        </Messages>
      ) : (
        <p className="text-muted">{t("askOwner")}</p>
      )}
      <p className="mt-4 text-sm">
        <Link href="/sign-in" className="text-accent underline underline-offset-3">
          {t("back")}
        </Link>
      </p>
    </Panel>
  );
}
