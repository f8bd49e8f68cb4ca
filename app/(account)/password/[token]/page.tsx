import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { isResetToken } from "@/lib/server/people/password-reset";
import { ResetForm } from "../password-forms";

export const generateMetadata = titled("account.tabs.password", { referrer: "no-referrer", robots: "noindex" });

export default async function ResetPage({ params }: PageProps<"/password/[token]">) {
  const { token } = await params;
  const t = await getTranslations("account.password");
  if (!(await isResetToken(token))) {
    return (
      <Panel>
        <h1 className="mb-2 text-xl font-semibold">{t("ended")}</h1>
        <p className="text-muted">{t("endedBody")}</p>
        <p className="mt-4 text-sm">
          <Link href="/password" className="text-accent underline underline-offset-3">
            {t("again")}
          </Link>
        </p>
      </Panel>
    );
  }
  return (
    <Panel>
      <h1 className="mb-4 text-xl font-semibold">{t("set")}</h1>
      <Messages of={["account"]}>
        <ResetForm token={token} />
      </Messages>
    </Panel>
  );
}
