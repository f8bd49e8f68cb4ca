"use client";

import { useEffect, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import { dayIn } from "@/lib/days";

export function useToday(day: string): string {
  const { timeZone } = useDesk().store;
  const [today, setToday] = useState(day);
  useEffect(() => {
    const look = () => setToday(dayIn(timeZone, new Date()));
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [timeZone]);
  return today;
}
