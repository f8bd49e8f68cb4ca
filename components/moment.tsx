"use client";

import { useDesk } from "@/lib/api/desk";

type Props = { at: string; precise?: boolean; className?: string };

export function Moment({ at, precise = false, className }: Props) {
  const { format } = useDesk();
  const whole = format.dateTime(at);
  return (
    <time dateTime={at} {...(!precise && { title: whole })} className={className}>
      {precise ? whole : format.date(at)}
    </time>
  );
}
