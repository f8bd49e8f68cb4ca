import type { Link } from "@/lib/contract/affiliate/links";

/** What a person calls a link: its name, else what stands in its address. */
export const nameOf = ({ name, code, url, id }: Pick<Link, "id" | "name" | "code" | "url">): string =>
  name || code || url?.replace(/^https?:\/\//, "") || id;
