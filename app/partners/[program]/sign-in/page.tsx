import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { isPasskeySite } from "@/lib/server/people/auth-settings";
import { isInProgram } from "@/lib/server/portal-page";
import { openPortalProgram } from "@/lib/server/program-page";
import { mayMail } from "@/lib/server/wire/mail";
import { after } from "./after";
import { SignInForm } from "./sign-in-form";

export const generateMetadata = titled("partners.tabs.signIn");

export default async function SignInPage({ params, searchParams }: PageProps<"/partners/[program]/sign-in">) {
  const { slug, name, open } = await openPortalProgram((await params).program);
  const next = after(slug, (await searchParams).next);
  if (await isInProgram(slug)) redirect(next);
  return (
    <Panel>
      <SignInForm
        slug={slug}
        program={name}
        next={next}
        mail={mayMail()}
        passkeys={isPasskeySite(await headers())}
        mayApply={open}
      />
    </Panel>
  );
}
