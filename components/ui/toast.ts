import type { ReactNode } from "react";

export type ToastTone = "neutral" | "success" | "warning" | "danger" | "info";
export type Toast = {
  id: number;
  tone: ToastTone;
  message: string;
  detail?: ReactNode;
  action?: { label: string; onAction: () => void };
  undo?: () => void;
  /** Called when the time has run out or the toast was closed, so that an action on hold may be sent. */
  onExpire?: () => void;
  /** Counts down even while the pointer is on it, because the server keeps the time. */
  fixed?: boolean;
  /** Null keeps the toast until it is closed. */
  seconds: number | null;
};
type ToastOptions = Partial<Pick<Toast, "detail" | "action" | "seconds">>;
type UndoOptions = Pick<Toast, "message" | "onExpire" | "fixed"> & { onUndo: () => void; seconds?: number };

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

/** `onExpire` runs unless the toast was undone or is obsolete. */
export function dismissToast(id: number, outcome: "expired" | "undone" | "gone" = "expired") {
  const found = list.find((toast) => toast.id === id);
  if (!found) return;
  set(list.filter((toast) => toast !== found));
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
