/** One mailbox, however it is written: without what follows a plus, and without dots before the @. */
export function normalizeEmail(email: string): string {
  const [local = "", domain = ""] = email
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}
