import { Panel } from "@/components/ui/panel";
import { titled } from "@/lib/i18n/titled";
import { openPortalProgram } from "@/lib/server/program-page";
import { Enter } from "./enter";

export const generateMetadata = titled("partners.tabs.signIn", { referrer: "no-referrer", robots: { index: false } });

export default async function EnterPage({ params }: PageProps<"/partners/[program]/sign-in/[token]">) {
  const { program, token } = await params;
  const { slug, name } = await openPortalProgram(program);
  return (
    <Panel>
      <Enter slug={slug} program={name} token={token} />
    </Panel>
  );
}
