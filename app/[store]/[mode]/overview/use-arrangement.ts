"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAttempt } from "@/components/attempt";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { type Arrangement, readArrangement, writeArrangement } from "./arrangement";
import { arranged, arrangementOf, thisScreen } from "./reads";

const usual = writeArrangement(readArrangement(""));

export function useArrangement() {
  const t = useTranslations("overview.arrange");
  const desk = useDesk();
  const attempt = useAttempt();
  const kept = useQuery(arranged(desk)).data;
  const put = useMutation(desk.desk.personal.put.mutation());
  const remove = useMutation(desk.desk.personal.delete.mutation());
  const arrangement = useMemo(() => arrangementOf(desk, kept), [desk, kept]);
  const params = { kind: "arranged" as const };
  const keep = async (next: Arrangement) => {
    const label = writeArrangement(readArrangement(writeArrangement(next)));
    const done = await attempt(
      (): Promise<unknown> =>
        label === usual
          ? remove.mutateAsync({ params, query: { id: thisScreen } })
          : put.mutateAsync({ params, body: { id: thisScreen, label } }),
      (reason) => t("failed", { reason }),
    );
    return done !== null;
  };
  const save = async (next: Arrangement) => {
    const isKept = await keep(next);
    if (isKept) toast.undo({ message: t("saved"), onUndo: () => void keep(arrangement) });
    return isKept;
  };
  return { arrangement, save };
}
