import { humanize } from "@/lib/humanize";

/** How a status is shown that the specification does not have. */
export const unknownStatus = (status: string) => ({ label: humanize(status), tone: "neutral" as const });
