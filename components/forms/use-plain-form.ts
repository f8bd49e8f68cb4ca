"use client";

import { useLocale } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { showErrors } from "@/lib/api/form-errors";
import { joined } from "@/lib/format";

type Problem<Name extends string> = { fields: Partial<Record<Name, string>>; form: string[] };

/** Only the server validates such a form. Errors without a field are shown above the fields; the input stays. */
export function usePlainForm<Name extends string>(
  names: readonly Name[],
  act: (values: Record<Name, string>) => Promise<unknown>,
) {
  const locale = useLocale();
  const ref = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem<Name>>({ fields: {}, form: [] });

  useEffect(() => {
    if (Object.keys(problem.fields).length > 0) ref.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [problem]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (pending) return;
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")]));
    setProblem({ fields: {}, form: [] });
    setPending(true);
    try {
      await act(values as Record<Name, string>);
    } catch (cause) {
      const fields: Problem<Name>["fields"] = {};
      const setError = (name: string, { message }: { message?: string }) => {
        fields[name as Name] ??= message ?? "";
      };
      setProblem({ form: showErrors<Record<string, string>>(cause, { setError }, names), fields });
    } finally {
      setPending(false);
    }
  };
  const formProps = { ref, onSubmit, noValidate: true };
  return { formProps, pending, errors: problem.fields, problem: joined(locale, problem.form) };
}
