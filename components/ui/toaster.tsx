"use client";

import { useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part";
import { toastStore } from "./toast";

const ToastList = lazyPart(() => import("./toast-list").then((file) => ({ default: file.ToastList })));
const none: ReturnType<typeof toastStore.get> = [];

/** The root layout renders this once; the list's code loads with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none);
  if (toasts.length === 0) return null;
  return <ToastList toasts={toasts} />;
}
