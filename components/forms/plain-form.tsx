"use client";

import { useLocale } from "next-intl";
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFailureWords } from "@/components/failure";
import { Banner } from "@/components/ui/banner";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { DialogProps } from "@/components/ui/dialog";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { showErrors } from "@/lib/api/form-errors";
import { joined } from "@/lib/format";
import { FormDialog } from "./form-dialog";

type Errors = Record<string, string>;

const FieldErrors = createContext<Errors>({});

type FormProps<Name extends string> = {
  names: readonly Name[];
  onSend: (values: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>;
  children: ReactNode;
};

/** Only the server validates such a form. Errors without a field are shown above the fields; the input stays. */
function usePlainForm<Name extends string>(
  { names, onSend, children }: FormProps<Name>,
  words = (_cause: unknown, reason: string) => reason,
) {
  const locale = useLocale();
  const ref = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState("");

  useEffect(() => {
    if (!pending) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [pending]);

  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others);
  };

  const send = async (data: FormData) => {
    const form = ref.current;
    if (pending || !form) return;
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")]));
    setErrors({});
    setProblem("");
    setPending(true);
    try {
      await onSend(values as Record<Name, string>, form);
    } catch (cause) {
      const found: Errors = {};
      const setError = (name: string, { message }: { message?: string }) => {
        found[name] ??= message ?? "";
      };
      setProblem(words(cause, joined(locale, showErrors<Record<string, string>>(cause, { setError }, names))));
      setErrors(found);
    } finally {
      setPending(false);
    }
  };
  return {
    pending,
    formProps: { onInput, ...whenSent(ref, send) },
    fields: (
      <FieldErrors value={errors}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        {children}
      </FieldErrors>
    ),
  };
}

/** The handlers of a form that a person can send before the page's scripts have loaded. */
export function whenSent(form: RefObject<HTMLFormElement | null>, send: (data: FormData) => unknown) {
  return {
    ref: form,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      event.stopPropagation();
      send(new FormData(event.currentTarget));
    },
    // React keeps a form that was sent too early, calls this as soon as it can, and then resets the form once.
    action(data: FormData) {
      form.current?.addEventListener("reset", (event) => event.preventDefault(), { once: true });
      send(data);
    },
  };
}

type PlainFormProps<Name extends string> = FormProps<Name> & {
  submit: string;
  button?: Pick<ButtonProps, "variant" | "className">;
  /** Other buttons beside the one that sends. */
  beside?: ReactNode;
  className?: string;
};

export function PlainForm<Name extends string>(props: PlainFormProps<Name>) {
  const { submit, button, beside, className = "grid gap-4" } = props;
  const { pending, formProps, fields } = usePlainForm(props);
  return (
    <form className={className} noValidate {...formProps}>
      {fields}
      <div className={beside ? "flex flex-wrap gap-2" : "contents"}>
        <Button type="submit" pending={pending} {...button}>
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}

type PlainDialogProps<Name extends string> = FormProps<Name> &
  Pick<DialogProps, "title" | "description" | "shape" | "dismissible"> & {
    submit: string;
    variant?: "primary" | "danger";
    above?: ReactNode;
    onClose: () => void;
  };

export function PlainDialog<Name extends string>(props: PlainDialogProps<Name>) {
  const { names, onSend, children, submit, variant, above, onClose, ...dialog } = props;
  const failure = useFailureWords();
  const form = { names, onSend, children };
  const { pending, formProps, fields } = usePlainForm(form, (cause, reason) => failure(cause, () => reason));
  return (
    <FormDialog {...dialog} submit={submit} variant={variant} pending={pending} onClose={onClose} form={formProps}>
      {above}
      {fields}
    </FormDialog>
  );
}

type PlainFieldProps = ComponentProps<typeof Input> &
  Pick<FieldProps, "label" | "description" | "required" | "optional"> & { name: string };

export function PlainField({ label, description, required, optional, children, ...input }: PlainFieldProps) {
  const error = use(FieldErrors)[input.name];
  return (
    <Field label={label} description={description} required={required} optional={optional} error={error}>
      {children ?? <Input {...input} />}
    </Field>
  );
}
