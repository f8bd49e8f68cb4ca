"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { Button, type ButtonProps } from "@/components/ui/button";
import { useAttempt } from "./use-attempt";

type Props<Input, Output> = Omit<ButtonProps, "onClick" | "pending"> & {
  mutation: UseMutationOptions<Output, Error, Input>;
  input: Input;
  /** Called even if the button disappeared in the meantime. */
  onDone: (output: Output) => void;
  failed?: (reason: string) => string;
};

/** Sends a request at a click and shows the reason if it fails. */
export function SendButton<Input, Output>({ mutation, input, onDone, failed, ...button }: Props<Input, Output>) {
  const attempt = useAttempt();
  const { mutateAsync: send, isPending, reset } = useMutation(mutation);
  const act = async () => {
    const output = await attempt(() => send(input), failed);
    if (output === null) return;
    // The response may contain a secret, so nothing keeps it.
    reset();
    onDone(output);
  };
  return <Button {...button} pending={isPending} onClick={act} />;
}
