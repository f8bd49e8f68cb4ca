/** The distinctive part of an address, because all of them begin with the same scheme. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
