// The way back must be there as soon as the row is gone.
import "@/components/held-notices";
import { toast } from "@/components/ui/toast";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import type { ChangeTools } from "./use-link-changes";
import { nameOf } from "./words";

type Status = (typeof linkStatuses)[number];

/** What is done on a click, loaded with the first one. */
export function changesWith({ t, failureWords, update, hold }: ChangeTools) {
  const tell = (cause: unknown) => toast.error(failureWords(cause, (reason) => reason));

  async function copy({ url = "", ...link }: Link): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t("copied", { name: nameOf(link) }));
    } catch {
      // Browsers keep the clipboard from pages that come over plain http from another machine.
      toast.info(url);
    }
  }

  async function write(link: Link, status: Status): Promise<boolean> {
    try {
      await update({ params: { id: link.id }, body: { status } });
      return true;
    } catch (cause) {
      tell(cause);
      return false;
    }
  }

  async function setStatus(link: Link, status: Status): Promise<void> {
    if (!(await write(link, status))) return;
    toast.undo({
      message: t(`changed.${status}`, { name: nameOf(link) }),
      onUndo: async () => {
        if (await write(link, status === "active" ? "disabled" : "active")) toast.success(t("undone"));
      },
    });
  }

  /** Held on the server for some seconds, with a way back. */
  async function remove(links: readonly Link[]): Promise<void> {
    const writes = links.map((link) => ({ id: link.id, label: nameOf(link).slice(0, 200) }));
    try {
      await hold({ body: { api: "affiliate", resource: "links", operation: "delete", writes } });
    } catch (cause) {
      tell(cause);
    }
  }

  return { copy, setStatus, remove };
}
