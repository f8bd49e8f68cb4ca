import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findSession, isSetUp } from "@/lib/server/people/sessions";

export default async function Home() {
  const session = await findSession(await headers());
  if (!session) redirect((await isSetUp()) ? "/sign-in" : "/setup");
  const [first] = session.memberships;
  redirect(first ? `/${first.store.id}/live` : "/stores");
}
