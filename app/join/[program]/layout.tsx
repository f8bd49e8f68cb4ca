import { getTranslations } from "next-intl/server";
import { ProgramMark } from "@/app/partners/[program]/program-mark";
import { ChooseLanguage } from "@/components/choose-language";
import { Banner } from "@/components/ui/banner";
import { FirstPaintEnd } from "@/components/ui/page-header";
import { openProgram } from "@/lib/server/program-page";

// A program may be opened or changed at any time.
export const dynamic = "force-dynamic";

export default async function JoinLayout({ children, params }: LayoutProps<"/join/[program]">) {
  const program = await openProgram((await params).program);
  const t = await getTranslations("partners.frame");
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-5xl items-center justify-between gap-4 px-4 py-3 sm:px-6">
          <ProgramMark program={program} />
          <div className="w-32 shrink-0">
            <ChooseLanguage />
          </div>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6 sm:py-14">
        {program.mode === "sandbox" && (
          <Banner tone="warning" live={false} className="mb-6">
            {t("sandbox")}
          </Banner>
        )}
        {children}
        <FirstPaintEnd />
      </main>
    </>
  );
}
