import { Screen } from "@/app/[store]/[mode]/screen";
import { envelopeOf, eventTypes, exampleOf } from "@/lib/contract/events";
import { toSchema } from "@/lib/contract/json-schema";
import { titled } from "@/lib/i18n/titled";
import { EventCatalogue } from "./event-catalogue";
import { fieldsOf } from "./fields";

export const generateMetadata = titled("webhooks.catalogue.title");

export default async function EventsPage({ params }: PageProps<"/[store]/[mode]/webhooks/events">) {
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
    <Screen {...(await params)} of={["webhooks"]}>
      <EventCatalogue events={events} />
    </Screen>
  );
}
