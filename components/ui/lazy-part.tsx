"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ComponentType, type ReactNode, Suspense, use, useEffect, useReducer } from "react";
import { toast } from "./toast";

type Closing = { onClose?: unknown; onOpenChange?: unknown };

const againMs = 2_000;

/**
 * Like `lazy`, for parts that the page can do without: if loading fails, for example without a network, the page stays
 * as it is. A part that a person opened reports the failure and closes; other parts are retried. `waiting` stands in
 * for a part that is still loading.
 */
// biome-ignore lint/suspicious/noExplicitAny: a part may have any props, as with `lazy`.
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>, waiting?: ReactNode) {
  let part: Promise<Part | null> | undefined;
  const loadOnce = () => {
    part ??= load().then(
      (file) => file.default,
      () => {
        setTimeout(() => {
          part = undefined;
        }, againMs);
        return null;
      },
    );
    return part;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: the component is made once, when a module loads.
  function Content(props: ComponentProps<Part>) {
    const [, tryAgain] = useReducer((tries: number) => tries + 1, 0);
    const Loaded: ComponentType<ComponentProps<Part>> | null = use(loadOnce());
    return Loaded ? <Loaded {...props} /> : <Missing {...(props as Closing)} onAgain={tryAgain} />;
  }
  return (props: ComponentProps<Part>) => (
    <Suspense fallback={waiting}>
      <Content {...props} />
    </Suspense>
  );
}

/** The box of a part opens before the part has loaded, so its field takes the focus later. */
export const enter = (field: HTMLInputElement | null) => field?.focus();

function Missing({ onClose, onOpenChange, onAgain }: Closing & { onAgain: () => void }) {
  const t = useTranslations("ui");
  const close = onClose ?? onOpenChange;
  const missing = t("missing");
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, because both functions may change at each render
  useEffect(() => {
    if (typeof close === "function") {
      close(false);
      toast.error(missing);
      return;
    }
    const timer = setInterval(onAgain, againMs * 2);
    return () => clearInterval(timer);
  }, []);
  return null;
}
