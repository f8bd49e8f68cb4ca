import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/web-address";

/** The name of a link, or the distinctive part of its address. */
export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || withoutScheme(url ?? "") || id;
