import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { env } from "@/lib/server/env";
import { Gallery } from "./gallery";

export const metadata: Metadata = { title: "Components" };

/** Shows every component in each of its states to developers; the page exists only if the environment enables it. */
export default function ComponentsPage() {
  if (env().CARTWRIGHT_COMPONENTS !== "1") notFound();
  return <Gallery />;
}
