import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { isPasskeySite } from "@/lib/server/people/auth-settings";
import { findPerson, isSetUp } from "@/lib/server/people/sessions";
import { SignInForm } from "./sign-in-form";

export const generateMetadata = titled("account.tabs.signIn");

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next } = await searchParams;
  const after = localPath(next);
  if (!(await isSetUp())) redirect("/setup");
  const requestHeaders = await headers();
  if (await findPerson(requestHeaders)) redirect(after);
  const t = await getTranslations("account.signIn");
  return (
    <Panel>
      <h1 className="mb-4 text-xl font-semibold">{t("title")}</h1>
      <Messages of={["account"]}>
        <SignInForm after={after} passkeys={isPasskeySite(requestHeaders)} />
      </Messages>
    </Panel>
  );
}

/** Accepts only a path of this origin: `//host` and `/\host` would lead elsewhere. */
function localPath(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(?![/\\])[\x20-\x7e]*$/.test(next) ? next : "/";
}
