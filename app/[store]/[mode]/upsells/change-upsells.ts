// The undo notice must be loaded when the row disappears.
import "@/components/shell/held-notices";
import { toast } from "@/components/ui/toast";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { toDraft } from "./to-draft";
import type { ChangeTools } from "./use-upsell-changes";

export type Offer = Pick<Upsell, "id" | "name" | "status">;
export type BulkKind = "enable_upsells" | "disable_upsells" | "duplicate_upsells" | "delete_upsells";
export type ListFilter = { search?: string; status?: string };

/** This module with the handlers of actions is loaded with the first click. */
export function changesWith({ t, go, failureWords, queryClient, base, checkout, ...writes }: ChangeTools) {
  const { update, create, start, cancel, hold } = writes;
  const nameOf = (offer: Offer) => offer.name ?? offer.id;

  /** Offers change one after the other, so that a failure stops none of the others and is reported with its reason. */
  async function writeStatus(changes: readonly { offer: Offer; status: string }[]) {
    const done: Offer[] = [];
    let failure: unknown;
    for (const { offer, status } of changes) {
      try {
        await update({ params: { id: offer.id }, body: { status } });
        done.push(offer);
      } catch (cause) {
        failure = cause;
      }
    }
    const failed = changes.length - done.length;
    if (failed > 0) {
      toast.error(failureWords(failure, (reason) => t("failedMany", { failed, count: changes.length, reason })));
    }
    return done;
  }

  async function setStatus(offers: readonly Offer[], status: "active" | "inactive"): Promise<void> {
    const changing = offers.filter((offer) => offer.status !== status);
    if (changing.length > 1) return setMany(changing, status);
    const [first] = await writeStatus(changing.map((offer) => ({ offer, status })));
    if (!first) return;
    toast.undo({
      message: t(status === "active" ? "enabled" : "disabled", { name: nameOf(first) }),
      onUndo: () => bringBack([first]),
    });
  }

  /** Several offers are changed by a background job, which continues without this page. */
  async function setMany(offers: readonly Offer[], status: "active" | "inactive"): Promise<void> {
    const kind = status === "active" ? ("enable_upsells" as const) : ("disable_upsells" as const);
    try {
      const { id } = await start({ body: { kind, ids: offers.map((offer) => offer.id) } });
      toast.undo({
        message: t("changingMany", { count: offers.length }),
        async onUndo() {
          await cancel({ params: { id } });
          await bringBack(offers);
        },
      });
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
    }
  }

  async function startJob(kind: BulkKind, which: { ids: string[] } | { filter: ListFilter }, count: number) {
    try {
      const { id } = await start({ body: { kind, ...which } });
      toast.info(t(`bulk.started.${kind}`, { count }), {
        action: { label: t("bulk.show"), onAction: () => go(`${base}/jobs/${id}`) },
      });
      return true;
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
      return false;
    }
  }

  async function duplicateMany(offers: readonly Offer[]): Promise<void> {
    const [first] = offers;
    if (offers.length === 1 && first) return duplicate(first);
    await startJob("duplicate_upsells", { ids: offers.map(({ id }) => id) }, offers.length);
  }

  async function bringBack(offers: readonly Offer[]): Promise<void> {
    const undone = await writeStatus(offers.map((offer) => ({ offer, status: offer.status ?? "draft" })));
    if (undone.length === offers.length) toast.success(t("undone"));
  }

  async function duplicate(offer: Offer): Promise<void> {
    try {
      // A list may leave fields out, so the whole record is fetched.
      const record = await queryClient.fetchQuery(checkout.upsells.get.options({ params: { id: offer.id } }));
      const copy = await create({ body: { ...toDraft(record), name: copyName(record), status: "draft" } });
      toast.success(t("duplicated", { name: nameOf(record) }), {
        action: { label: t("actions.edit"), onAction: () => go(`${base}/upsells/${copy.id}`) },
      });
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
    }
  }

  function copyName(record: Offer): string {
    return t("copyName", { name: nameOf(record) }).slice(0, 120);
  }

  /** The server holds the delete for some seconds, so that it can be undone. */
  async function remove(offers: readonly Offer[]): Promise<void> {
    const writes = offers.map(({ id, name }) => ({ id, ...(name && { label: name }) }));
    try {
      await hold({ body: { api: "checkout", resource: "upsells", operation: "delete", writes } });
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
    }
  }

  return { setStatus, startJob, duplicate, duplicateMany, remove };
}
