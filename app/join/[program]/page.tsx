import type { Metadata } from "next";
import { openProgram } from "@/lib/server/program-page";
import { Pitch } from "./pitch";

export async function generateMetadata({ params }: PageProps<"/join/[program]">): Promise<Metadata> {
  const { name, intro } = await openProgram((await params).program);
  return { title: { absolute: name }, ...(intro && { description: intro.slice(0, 200) }) };
}

export default async function JoinPage({ params }: PageProps<"/join/[program]">) {
  return <Pitch program={await openProgram((await params).program)} />;
}
