// The undo notice must be loaded when the row disappears.
import "@/components/shell/held-notices";
import { toast } from "@/components/ui/toast";
import type { linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";
import type { ChangeTools } from "./use-link-changes";
import { nameOf } from "./words";

type Status = (typeof linkStatuses)[number];

/** This module with the handlers of actions is loaded with the first click. */
export function changesWith({ t, failureWords, update, hold }: ChangeTools) {
  const tell = (cause: unknown) => toast.error(failureWords(cause, (reason) => reason));

  async function copy({ url = "", ...link }: Link): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t("copied", { name: nameOf(link) }));
    } catch {
      // Browsers block the clipboard on plain-http pages from another machine, so the address is shown for copying.
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

  /** The server holds the delete for some seconds, so that it can be undone. */
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
