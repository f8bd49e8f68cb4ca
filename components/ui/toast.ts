import { createStore } from "./use-browser";

export type ToastTone = "neutral" | "success" | "warning" | "danger" | "info";
export type Toast = {
  id: number;
  tone: ToastTone;
  message: string;
  action?: { label: string; onAction: () => void };
  undo?: () => void;
  /** Called when the time has run out or the toast was closed, so that an action on hold may be sent. */
  onExpire?: () => void;
  /** Counts down even while the pointer is on it, because the server keeps the time. */
  fixed?: boolean;
  /** Null keeps the toast until it is closed. */
  seconds: number | null;
};
type UndoOptions = Pick<Toast, "message" | "onExpire" | "fixed"> & { onUndo: () => void; seconds?: number };

let lastId = 0;
export const toastStore = createStore<readonly Toast[]>([]);

function add(fields: Omit<Toast, "id">) {
  const id = ++lastId;
  toastStore.set([...toastStore.get(), { ...fields, id }]);
  return id;
}

const plain =
  (tone: ToastTone, seconds: number | null) =>
  (message: string, { action }: Pick<Toast, "action"> = {}) =>
    add({ tone, message, seconds, action });

/** `onExpire` runs unless the toast was undone or is obsolete. */
export function dismissToast(id: number, outcome: "expired" | "undone" | "gone" = "expired") {
  const list = toastStore.get();
  const found = list.find((toast) => toast.id === id);
  if (!found) return;
  toastStore.set(list.filter((toast) => toast !== found));
  if (outcome === "undone") found.undo?.();
  else if (outcome === "expired") found.onExpire?.();
}

export const toast = {
  success: plain("success", 5),
  info: plain("info", 6),
  warning: plain("warning", 10),
  error: plain("danger", null),
  /** With `onExpire`, the action waits for the countdown; without it, the action is done and `onUndo` reverts it. */
  undo: ({ message, onUndo, onExpire, seconds = 8, fixed }: UndoOptions) =>
    add({ tone: "neutral", message, undo: onUndo, onExpire, seconds, fixed }),
};
