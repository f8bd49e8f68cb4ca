import type { FieldPathValue, Path, UseFormReturn } from "react-hook-form";
import type { ExperimentForm } from "./form-model";
import type { Live } from "./live-records";

export type StepProps = { form: UseFormReturn<ExperimentForm>; values: ExperimentForm; live: Live };

/** Changes a part of the form that is not a single input. Errors below it are judged again, because positions move. */
export function useSet(form: UseFormReturn<ExperimentForm>) {
  return <Name extends Path<ExperimentForm>>(name: Name, value: FieldPathValue<ExperimentForm, Name>, judge?: Name) => {
    form.setValue(name, value, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger(judge ?? name);
  };
}
