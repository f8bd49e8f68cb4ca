"use client";

import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toneText } from "./badge";
import { Button } from "./button";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

type BannerTone = "info" | "warning" | "danger" | "success";
export type BannerProps = {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  onRetry?: () => void;
  onDismiss?: () => void;
  /** Announces the banner; false for a banner that is there from the start. */
  live?: boolean;
  className?: string;
};

const looks = {
  info: { icon: Info, ground: "border-info/25 bg-info-soft" },
  warning: { icon: TriangleAlert, ground: "border-warning/25 bg-warning-soft" },
  danger: { icon: CircleAlert, ground: "border-danger/25 bg-danger-soft" },
  success: { icon: CircleCheck, ground: "border-success/25 bg-success-soft" },
};

export function Banner({
  tone = "info",
  title,
  children,
  action,
  onRetry,
  onDismiss,
  live = true,
  className,
}: BannerProps) {
  const t = useTranslations("ui");
  const { icon: Icon, ground } = looks[tone];
  return (
    <div
      role={live ? (tone === "danger" ? "alert" : "status") : undefined}
      className={cn("flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2", ground, className)}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", toneText[tone])} />
        <div className="min-w-0 text-pretty wrap-anywhere">
          {title && <p className="font-medium">{title}</p>}
          {children}
        </div>
      </div>
      {(action || onRetry || onDismiss) && (
        <div className="flex items-center gap-1.5">
          {action}
          {onRetry && (
            <Button size="sm" icon={<RotateCw />} onClick={onRetry}>
              {t("retry")}
            </Button>
          )}
          {onDismiss && <IconButton size="sm" tip={false} label={t("dismiss")} icon={<X />} onClick={onDismiss} />}
        </div>
      )}
    </div>
  );
}
