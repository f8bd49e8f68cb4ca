"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { wasPasskeyHere } from "@/lib/api/passkey-trace";
import type { ApiError } from "@/lib/contract/errors";

const load = () => import("@/lib/api/passkeys");

type Props = { label: string; after: string; base?: string; offered?: boolean };

/** The passkey code loads on press, or at once in browsers that used a passkey before if the email field offers it. */
export function PasskeyButton({ label, after, base, offered = false }: Props) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    if (!offered || !wasPasskeyHere()) return;
    load()
      .then(async ({ offerPasskeys }) => (await offerPasskeys()) && window.location.assign(after))
      // No button was pressed, so a cancelled prompt is silent; only the server's verdict on a chosen passkey is shown.
      .catch((cause: ApiError) => [401, 409].includes(cause.status) && setProblem(cause.message));
  }, [after, offered]);

  async function enter() {
    setPending(true);
    setProblem("");
    try {
      await (await load()).signInWithPasskey(base);
      window.location.assign(after);
    } catch (cause) {
      setProblem((cause as Error).message);
      setPending(false);
    }
  }
  return (
    <>
      <Button icon={<KeyRound aria-hidden />} pending={pending} onClick={enter}>
        {label}
      </Button>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </>
  );
}
