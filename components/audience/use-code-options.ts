import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import { countryCodes } from "@/lib/countries";
import { languageCodes } from "@/lib/languages";

/** Countries and languages by their names, in the order of the alphabet. */
export function useCodeOptions() {
  const { format } = useDesk();
  return useMemo(() => {
    const named = (codes: readonly string[], nameOf: (code: string) => string) =>
      codes.map((value) => ({ value, label: nameOf(value) })).sort((a, b) => format.compare(a.label, b.label));
    return { countries: named(countryCodes, format.country), languages: named(languageCodes, format.language) };
  }, [format]);
}
