import { expect, test } from "vitest";
import { affiliate } from "@/lib/contract/affiliate";
import { checkout } from "@/lib/contract/checkout";
import { operationsOf } from "@/lib/contract/define";
import { desk } from "@/lib/contract/desk";
import { auditedResources } from "@/lib/contract/desk/audit-words";
import { isRecordName } from "@/lib/contract/record-words";
import messages from "@/lib/i18n/messages/en/activity.json";

const audited = Object.entries({ checkout, affiliate, desk }).flatMap(([api, contract]) =>
  operationsOf(contract)
    .filter(({ operation }) => operation.method !== "GET" && !operation.unaudited)
    .map(({ resource, name }) => [api, resource, name] as const),
);

test.each(audited)("%s %s.%s has a description, and its resource is offered as a filter", (api, resource, name) => {
  expect(isRecordName(resource) ? messages.records : messages.deeds).toHaveProperty(
    isRecordName(resource) ? name : [api, resource, name],
  );
  expect(auditedResources).toContain(resource);
});
