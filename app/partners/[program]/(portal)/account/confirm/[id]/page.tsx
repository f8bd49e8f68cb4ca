import { titled } from "@/lib/i18n/titled";
import { openPortal } from "@/lib/server/portal-page";
import { Confirm } from "./confirm";

export const generateMetadata = titled("partners.tabs.confirm");

export default async function ConfirmPage({ params }: PageProps<"/partners/[program]/account/confirm/[id]">) {
  const { program, id } = await params;
  const { read } = await openPortal(program);
  return <Confirm id={id} pending={(await read("details", "get")).pending} />;
}
