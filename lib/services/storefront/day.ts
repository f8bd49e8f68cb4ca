const formats = new Map<string, Intl.DateTimeFormat>();

/** The day in a time zone as YYYY-MM-DD, by that zone's own rules for summer time. */
export function dayIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone);
  if (!format) {
    // This locale writes dates in just that form.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
    formats.set(timeZone, format);
  }
  return format.format(at);
}
