import type { Link } from "@/lib/contract/affiliate/links";
import { withoutScheme } from "@/lib/web-address";

export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || withoutScheme(url ?? "") || id;
