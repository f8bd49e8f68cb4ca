"use client";

import { useMutation } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useFailureWords } from "@/components/failure";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";

type Props = { small?: boolean; onPrint?: () => unknown; pending?: boolean };

export function PrintButton({ small = false, onPrint = () => window.print(), pending = false }: Props) {
  const t = useTranslations("shell");
  const icon = <Printer aria-hidden />;
  const press = () => pending || onPrint();
  if (small) {
    return <IconButton size="sm" label={t("print")} icon={icon} aria-disabled={pending || undefined} onClick={press} />;
  }
  return (
    <Button icon={icon} pending={pending} onClick={press}>
      {t("print")}
    </Button>
  );
}

type Page<Row> = { data: readonly Row[]; pagination: { total: number | null } };

const most = 2_000;

export function usePrintWhole<Row>(read: (page: { page: number; per_page: number }) => Promise<Page<Row>>) {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const failure = useFailureWords();
  const { mutate: print, isPending: pending } = useMutation({
    mutationFn: async () => {
      const all: Row[] = [];
      for (let page = 1, left = true; left; page++) {
        const { data, pagination } = await read({ page, per_page: 100 });
        all.push(...data);
        left = data.length > 0 && all.length < Math.min(most, pagination.total ?? 0);
      }
      // The rows must be rendered before printing.
      flushSync(() => setRows(all));
      window.print();
      setRows(null);
    },
    onError: (cause) => toast.error(failure(cause)),
  });
  return { rows, print, pending };
}
