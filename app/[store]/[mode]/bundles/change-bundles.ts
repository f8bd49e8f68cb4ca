import { toast } from "@/components/ui/toast";
import { bundleStatuses } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { ChangeTools } from "./use-bundle-changes";
import { isOneOf } from "./words";

/** People set only these statuses, because every bundle begins as a draft. */
export type Status = "active" | "archived";
export type BulkKind = "activate_bundles" | "archive_bundles";
export type BundleFilter = Partial<Record<"search" | "type" | "status", string>>;

const kindOf = { active: "activate_bundles", archived: "archive_bundles" } as const;

/** This module with the handlers of actions is loaded with the first click. */
export function changesWith({ t, go, failureWords, base, update, start, cancel }: ChangeTools) {
  const tell = (cause: unknown) => toast.error(failureWords(cause, (reason) => reason));

  async function write(id: string, status: (typeof bundleStatuses)[number]): Promise<boolean> {
    try {
      await update({ params: { id }, body: { status } });
      return true;
    } catch (cause) {
      tell(cause);
      return false;
    }
  }

  async function setStatus(bundles: readonly Bundle[], status: Status): Promise<void> {
    const changing = bundles.filter((bundle) => bundle.status !== status);
    if (changing.length > 1) return setMany(changing, status);
    const [first] = changing;
    if (!first || !(await write(first.id, status))) return;
    toast.undo({
      message: t(`changed.${status}`, { name: first.name ?? first.id }),
      onUndo: () => bringBack([first]),
    });
  }

  /** Several bundles are changed by a background job, which continues without this page. */
  async function setMany(bundles: readonly Bundle[], status: Status): Promise<void> {
    try {
      const { id } = await start({ body: { kind: kindOf[status], ids: bundles.map((bundle) => bundle.id) } });
      toast.undo({
        message: t("changingMany", { count: bundles.length }),
        async onUndo() {
          try {
            await cancel({ params: { id } });
          } catch (cause) {
            return tell(cause);
          }
          await bringBack(bundles);
        },
      });
    } catch (cause) {
      tell(cause);
    }
  }

  async function bringBack(bundles: readonly Bundle[]): Promise<void> {
    let undone = true;
    for (const { id, status } of bundles) {
      if (isOneOf(bundleStatuses, status)) undone = (await write(id, status)) && undone;
    }
    if (undone) toast.success(t("undone"));
  }

  async function startJob(kind: BulkKind, filter: BundleFilter, count: number): Promise<boolean> {
    try {
      const { id } = await start({ body: { kind, filter } });
      toast.info(t("changingMany", { count }), {
        action: { label: t("showJob"), onAction: () => go(`${base}/jobs/${id}`) },
      });
      return true;
    } catch (cause) {
      tell(cause);
      return false;
    }
  }

  return { setStatus, startJob };
}
