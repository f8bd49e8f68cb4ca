"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { said } from "@/lib/i18n/translate-errors";
import { cn } from "./cn";
import { FieldContext } from "./control";

export type FieldProps = {
  label: ReactNode;
  /** The path of the value, for example `discount.value`, by which an error summary finds the control. */
  name?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  optional?: boolean;
  disabled?: boolean;
  /** For controls made of several inputs: the label names the group. */
  group?: boolean;
  className?: string;
  children: ReactNode;
};

/** The control inside reads its label, description and error from context. */
export function Field({
  label,
  name,
  description,
  error,
  required,
  optional,
  disabled,
  group,
  className,
  children,
}: FieldProps) {
  const t = useTranslations("ui");
  const id = useId();
  const describedBy = cn(description ? `${id}-about` : "", error ? `${id}-error` : "") || undefined;
  const control = {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
    disabled,
  };
  const heading = (
    <>
      {label}
      {optional && <span className="ms-1.5 font-normal text-muted">{t("optional")}</span>}
    </>
  );
  const body = (
    <>
      {description && (
        <p id={`${id}-about`} className="text-sm text-muted">
          {description}
        </p>
      )}
      <FieldContext value={group ? null : control}>{children}</FieldContext>
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span>{typeof error === "string" ? said(error) : error}</span>
        </p>
      )}
    </>
  );

  if (group) {
    return (
      <fieldset
        data-field={name}
        aria-describedby={describedBy}
        disabled={disabled}
        className={cn("grid min-w-0 gap-1.5", className)}
      >
        <legend className="mb-1.5 font-medium">{heading}</legend>
        {body}
      </fieldset>
    );
  }
  return (
    <div data-field={name} className={cn("grid min-w-0 content-start gap-1.5", className)}>
      <label htmlFor={id} className="justify-self-start font-medium">
        {heading}
      </label>
      {body}
    </div>
  );
}
