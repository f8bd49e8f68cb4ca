import { ChooseLanguage } from "@/components/choose-language";
import { openProgram } from "@/lib/server/partners/offer";
import { logoPath, lookPath } from "@/lib/server/partners/program";

// A program may be opened or changed at any time.
export const dynamic = "force-dynamic";

export default async function JoinLayout({ children, params }: LayoutProps<"/join/[program]">) {
  const program = await openProgram((await params).program);
  const logo = logoPath(program);
  return (
    <>
      {program.accent && <link rel="stylesheet" href={lookPath(program)} precedence="program" />}
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex w-full max-w-5xl items-center justify-between gap-4 px-4 py-3 sm:px-6">
          {logo ? (
            // biome-ignore lint/performance/noImgElement: the logo is small and comes from the database.
            <img src={logo} alt={program.name} className="h-9 w-auto max-w-48 object-contain" />
          ) : (
            <p className="min-w-0 text-lg font-semibold wrap-anywhere">{program.name}</p>
          )}
          <div className="w-32 shrink-0">
            <ChooseLanguage />
          </div>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6 sm:py-14">
        {children}
      </main>
    </>
  );
}
