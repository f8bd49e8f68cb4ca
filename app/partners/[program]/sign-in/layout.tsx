import type { ReactNode } from "react";
import { ChooseLanguage } from "@/components/choose-language";
import { Messages } from "@/components/messages";
import { FirstPaintEnd } from "@/components/ui/page-header";
import { openPortalProgram } from "@/lib/server/program-page";
import { ProgramMark } from "../program-mark";

// A program may be closed or changed at any time.
export const dynamic = "force-dynamic";

type Props = { children: ReactNode; params: Promise<{ program: string }> };

export default async function SignInLayout({ children, params }: Props) {
  const program = await openPortalProgram((await params).program);
  return (
    <Messages of={["partners"]}>
      <main id="main" className="mx-auto grid min-h-dvh w-full max-w-md content-start gap-6 px-4 py-10 sm:py-20">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ProgramMark program={program} />
          <ChooseLanguage />
        </div>
        {children}
        <FirstPaintEnd />
      </main>
    </Messages>
  );
}
