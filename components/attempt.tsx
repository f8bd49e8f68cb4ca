"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useFailureWords } from "@/components/failure";
import { Button, type ButtonProps } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** The returned function resolves with null after showing the reason if the request fails. */
export function useAttempt() {
  const failureWords = useFailureWords();
  return async function attempt<T>(request: () => Promise<T>, failed?: (reason: string) => string): Promise<T | null> {
    try {
      return await request();
    } catch (cause) {
      toast.error(failureWords(cause, failed));
      return null;
    }
  };
}

type Props<Input, Output> = Omit<ButtonProps, "onClick" | "pending"> & {
  mutation: UseMutationOptions<Output, Error, Input>;
  input: Input;
  /** Called even if the button disappeared in the meantime. */
  onDone: (output: Output) => void;
  failed?: (reason: string) => string;
};

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
