"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { IconButton } from "@/components/ui/icon-button";
import type { ExperimentForm } from "./form-model";
import type { Live } from "./live-records";

export type CardProps = {
  form: UseFormReturn<ExperimentForm>;
  live: Live;
  title: string;
  onRemove: () => void;
};

export function ChangeCard({
  title,
  onRemove,
  first,
  now,
  children,
}: Pick<CardProps, "title" | "onRemove"> & { first: ReactNode; now?: string | undefined; children?: ReactNode }) {
  const t = useTranslations("experimentEditor");
  return (
    <fieldset data-card className="grid min-w-0 gap-4 rounded-md border border-line bg-sunken/40 p-3">
      <legend className="sr-only">{title}</legend>
      <div className="grid gap-1.5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          {first}
          <IconButton label={t("removeChange", { title })} icon={<X aria-hidden />} onClick={onRemove} />
        </div>
        {now && <p className="text-sm text-muted text-pretty wrap-anywhere">{now}</p>}
      </div>
      {children}
    </fieldset>
  );
}
