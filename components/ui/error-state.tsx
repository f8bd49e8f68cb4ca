"use client";

import { CircleAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "./button";

export type ErrorStateProps = {
  title?: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
  requestId?: string;
};

export function ErrorState({ title, children, onRetry, retrying, action, requestId }: ErrorStateProps) {
  const t = useTranslations("ui");
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-1 px-6 py-10 text-center">
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger" />
      <p className="font-semibold">{title ?? t("failed")}</p>
      {children && <div className="text-muted text-pretty">{children}</div>}
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button icon={<RotateCw />} pending={retrying} onClick={onRetry}>
              {t("retry")}
            </Button>
          )}
          {action}
        </div>
      )}
      {requestId && (
        <p className="mt-3 text-xs text-muted">
          {t("requestId")} <code className="font-mono wrap-anywhere select-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
