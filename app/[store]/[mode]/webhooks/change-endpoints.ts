// The undo notice must be loaded when the row disappears.
import "@/components/shell/held-notices";
import { toast } from "@/components/ui/toast";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import type { ChangeTools } from "./use-endpoint-changes";
import { nameOf } from "./words";

/** This module with the handlers of actions is loaded with the first click. */
export function changesWith({ t, failureWords, update, release: send, hold }: ChangeTools) {
  const tell = (cause: unknown) => toast.error(failureWords(cause, (reason) => reason));

  async function write({ id }: Webhook, enabled: boolean): Promise<boolean> {
    try {
      await update({ params: { id }, body: { enabled } });
      return true;
    } catch (cause) {
      tell(cause);
      return false;
    }
  }

  async function setEnabled(endpoint: Webhook, enabled: boolean): Promise<void> {
    if (!(await write(endpoint, enabled))) return;
    toast.undo({
      message: t(enabled ? "changed.enabled" : "changed.paused", { name: nameOf(endpoint) }),
      onUndo: async () => {
        if (await write(endpoint, !enabled)) toast.success(t("undone"));
      },
    });
  }

  /** Events on hold are sent after those that happen now, and cannot be called back. */
  async function release(endpoint: Webhook): Promise<void> {
    try {
      const { count } = await send({ params: { id: endpoint.id } });
      toast.success(t("released", { count }));
    } catch (cause) {
      tell(cause);
    }
  }

  /** The server holds the delete for some seconds, so that it can be undone. */
  async function remove(endpoint: Webhook): Promise<void> {
    const writes = [{ id: endpoint.id, label: nameOf(endpoint).slice(0, 200) }];
    try {
      await hold({ body: { api: "checkout", resource: "webhooks", operation: "delete", writes } });
    } catch (cause) {
      tell(cause);
    }
  }

  return { setEnabled, release, remove };
}
