"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "@/components/ui/use-shortcut";
import type { RejectReason } from "@/lib/contract/affiliate/commission-words";
import type { Commission, Rejection } from "@/lib/contract/affiliate/commissions";
import { reasonOf } from "../words";

/** Asks for the reason of a rejection. One digit selects it; only "another reason" requires a note. */
export function useRejecting(onReject: (commission: Commission, rejection: Rejection) => void) {
  const [commission, setCommission] = useState<Commission | null>(null);
  const [isNoting, setNoting] = useState(false);

  const reject = (rejection: Rejection) => {
    if (!commission) return;
    setCommission(null);
    onReject(commission, rejection);
  };
  const choose = (reason: RejectReason) => (reason === "other" ? setNoting(true) : reject({ reason }));

  // Digits work before the dialog has loaded, because one may follow at once.
  const onDigit = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event) || !/^\d$/.test(event.key)) return;
    const reason = reasonOf(event.key);
    if (!reason) return;
    event.preventDefault();
    choose(reason);
  });
  const isChoosing = commission !== null && !isNoting;
  useEffect(() => {
    if (!isChoosing) return;
    const listener = (event: KeyboardEvent) => onDigit(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, [isChoosing]);

  return {
    commission,
    isNoting,
    ask(next: Commission) {
      setNoting(false);
      setCommission(next);
    },
    choose,
    reject,
    cancel: () => setCommission(null),
  };
}
