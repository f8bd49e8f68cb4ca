import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { env } from "@/lib/server/env";
import { Gallery } from "./gallery";

export const metadata: Metadata = { title: "Components" };

/** Every component in each of its states, for developers. The page exists only if it is enabled. */
export default function ComponentsPage() {
  if (env().CARTWRIGHT_COMPONENTS !== "1") notFound();
  return <Gallery />;
}
