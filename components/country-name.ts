const countries = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** What two letters stand for; anything else as it came. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? countries.of(code) : null) ?? code;
