import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/messages";
import { envelopeOf, eventTypes, exampleOf } from "@/lib/contract/events";
import { toSchema } from "@/lib/contract/json-schema";
import { openDesk } from "@/lib/server/desk-page";
import { EventCatalogue } from "./event-catalogue";
import { fieldsOf } from "./fields";

export async function generateMetadata() {
  return { title: (await getTranslations("webhooks.catalogue"))("title") };
}

export default async function EventsPage({ params }: PageProps<"/[store]/[mode]/webhooks/events">) {
  const { store, mode } = await params;
  await openDesk(store, mode);
  // The schema code is too large for a browser, so the server computes the fields.
  const events = eventTypes.map((type) => {
    const schema = toSchema(envelopeOf(type), "output", new Map());
    return {
      type,
      fields: fieldsOf(schema),
      example: JSON.stringify(exampleOf(type), null, 2),
      schema: JSON.stringify(schema, null, 2),
    };
  });
  return (
    <Messages of={["webhooks"]}>
      <EventCatalogue events={events} />
    </Messages>
  );
}
