import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/web-address";

/** What a person calls a link: its name, else what stands in its address. */
export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || withoutScheme(url ?? "") || id;
