/** Only a page of the same portal: an address such as `//host` would lead elsewhere. */
export function after(slug: string, next: unknown): string {
  const base = `/partners/${slug}`;
  const isInside = typeof next === "string" && next.startsWith(`${base}/`) && /^[\w/?=&.%-]+$/.test(next);
  return isInside && !next.includes("..") && !next.startsWith(`${base}/sign-in`) ? next : base;
}
