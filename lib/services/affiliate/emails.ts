/** Reduces an address to its mailbox: removes the part after a plus sign and the dots before the @. */
export function normalizeEmail(email: string): string {
  const [local = "", domain = ""] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}
