import { Messages } from "@/components/messages";
import { openPortal } from "@/lib/server/portal-page";
import { readMoneyUnit } from "@/lib/server/wire/connections";
import { PortalProvider } from "../portal";
import { ProgramMark } from "../program-mark";
import { Frame } from "./frame";

// A program may be closed or changed at any time.
export const dynamic = "force-dynamic";

export default async function PortalLayout({ children, params }: LayoutProps<"/partners/[program]">) {
  const { program } = await params;
  const { program: of, partner } = await openPortal(program);
  const moneyUnit = await readMoneyUnit({ storeId: of.storeId, mode: of.mode, api: "affiliate" });
  const { currency, timeZone } = partner.store;
  const { name, email } = partner;
  return (
    <Messages of={["partners", "payoutDetails", "qr"]}>
      <PortalProvider facts={{ slug: of.slug, program: of.name, name, email, currency, timeZone, moneyUnit }}>
        <Frame mark={<ProgramMark program={of} />} sandbox={of.mode === "sandbox"}>
          {children}
        </Frame>
      </PortalProvider>
    </Messages>
  );
}
