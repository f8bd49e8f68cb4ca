/** All addresses begin with the same scheme, so it does not distinguish them. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
