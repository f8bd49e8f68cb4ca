import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { findPerson, isSetUp, storesOf } from "@/lib/server/people/sessions";

export default async function Home() {
  const person = await findPerson(await headers());
  if (!person) redirect((await isSetUp()) ? "/sign-in" : "/setup");
  const [first] = await storesOf(person.id);
  if (!first) redirect("/stores");
  redirect(`/${first.id}/live`);
}
