import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { openProgram } from "@/lib/server/program-page";
import { mayMail } from "@/lib/server/wire/mail";
import { ConfirmForm } from "./confirm-form";

export const generateMetadata = titled("join.confirm.title", { referrer: "no-referrer", robots: "noindex" });

/** Asks for a press, because mail filters follow links. */
export default async function ConfirmPage({ params }: PageProps<"/join/[program]/confirm/[token]">) {
  const { program: slug, token } = await params;
  const t = await getTranslations("join.confirm");
  const program = await openProgram(slug);
  return (
    <Panel className="mx-auto max-w-md">
      <h1 className="mb-2 text-xl font-semibold">{t("title")}</h1>
      <Messages of={["join"]}>
        <ConfirmForm slug={program.slug} name={program.name} token={token} mail={mayMail()} />
      </Messages>
    </Panel>
  );
}
