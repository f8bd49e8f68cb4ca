import { logoPath, lookPath, type PartnerProgram } from "@/lib/server/memory/partner-program";

/** The name or the logo of the program, whose colour then applies to the whole page. */
export function ProgramMark({ program }: { program: PartnerProgram }) {
  const logo = logoPath(program);
  return (
    <>
      {program.accent && <link rel="stylesheet" href={lookPath(program)} precedence="program" />}
      {logo ? (
        // biome-ignore lint/performance/noImgElement: the logo is small and comes from the database.
        <img src={logo} alt={program.name} className="h-9 w-auto max-w-48 object-contain" />
      ) : (
        <p className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">{program.name}</p>
      )}
    </>
  );
}
