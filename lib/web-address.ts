/** What tells addresses apart: all begin with the same. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
