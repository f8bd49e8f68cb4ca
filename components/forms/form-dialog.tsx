"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, type DialogProps } from "@/components/ui/dialog";

type FooterProps = {
  form: string;
  variant?: "primary" | "danger";
  pending: boolean;
  /** For a form that changes nothing, so that nothing can be cancelled. */
  asksOnly?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function FormFooter({ form, variant = "primary", pending, asksOnly = false, onClose, children }: FooterProps) {
  const t = useTranslations("ui");
  return (
    <>
      <Button onClick={onClose}>{t(asksOnly ? "close" : "cancel")}</Button>
      <Button type="submit" form={form} variant={variant} pending={pending}>
        {children}
      </Button>
    </>
  );
}

type FormDialogProps = Omit<DialogProps, "open" | "onOpenChange" | "footer"> &
  Omit<FooterProps, "form" | "children"> & {
    submit: string;
    form: Omit<ComponentProps<"form">, "id" | "noValidate">;
  };

/** An open dialog whose content is one form, with its buttons in the footer. */
export function FormDialog(props: FormDialogProps) {
  const { submit, variant, pending, asksOnly, onClose, form, children, ...dialog } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      {...dialog}
      footer={
        <FormFooter form={id} variant={variant} pending={pending} asksOnly={asksOnly} onClose={onClose}>
          {submit}
        </FormFooter>
      }
    >
      <form className="grid gap-4" {...form} id={id} noValidate>
        {children}
      </form>
    </Dialog>
  );
}
