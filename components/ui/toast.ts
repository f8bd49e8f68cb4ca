import type { ReactNode } from "react";

export type ToastTone = "neutral" | "success" | "warning" | "danger" | "info";
export type Toast = {
  id: number;
  tone: ToastTone;
  message: string;
  detail?: ReactNode;
  action?: { label: string; onAction: () => void };
  undo?: () => void;
  /** The time ran out, or the toast was put away: what was held back may go now. */
  onExpire?: () => void;
  /** Counts down also while it is looked at: the time is not ours to stop. */
  fixed?: boolean;
  /** Null stays until it is put away. */
  seconds: number | null;
};
export type ToastOptions = Partial<Pick<Toast, "detail" | "action" | "seconds" | "onExpire">>;

let list: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  list = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => list,
};

function add(fields: Omit<Toast, "id">) {
  const id = ++lastId;
  set([...list, { ...fields, id }]);
  return id;
}

const plain =
  (tone: ToastTone, seconds: number | null) =>
  (message: string, options: ToastOptions = {}) =>
    add({ tone, message, seconds, ...options });

/** Removes a toast. Its `onExpire` runs unless it was undone or has nothing to say any more. */
export function dismissToast(id: number, outcome: "expired" | "undone" | "gone" = "expired") {
  const found = list.find((toast) => toast.id === id);
  if (!found) return;
  set(list.filter((toast) => toast !== found));
  if (outcome === "undone") found.undo?.();
  else if (outcome === "expired") found.onExpire?.();
}

export const toast = {
  show: plain("neutral", 6),
  success: plain("success", 5),
  info: plain("info", 6),
  warning: plain("warning", 10),
  /** Errors stay until they are put away. */
  error: plain("danger", null),
  /** Counts down in sight. With `onExpire` the act itself waits for the end; without, it is done and `onUndo` reverses it. */
  undo: ({
    message,
    onUndo,
    onExpire,
    seconds = 8,
    fixed = false,
  }: {
    message: string;
    onUndo: () => void;
    onExpire?: () => void;
    seconds?: number;
    fixed?: boolean;
  }) => add({ tone: "neutral", message, undo: onUndo, onExpire, seconds, fixed }),
};
