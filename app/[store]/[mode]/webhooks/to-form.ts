import type { WebhookDraft } from "@/lib/contract/checkout/webhook-draft";
import type { Webhook } from "@/lib/contract/checkout/webhooks";

export const endpointFields = ["url", "events", "enabled"] as const;

export type EndpointForm = { url: string; events: string[]; enabled: boolean };

export const emptyForm: EndpointForm = { url: "", events: [], enabled: true };

export const toForm = ({ url = "", events = [], enabled = true }: Webhook): EndpointForm => ({ url, events, enabled });

export const toBody = (form: EndpointForm): WebhookDraft => ({ ...form, url: form.url.trim() }) as WebhookDraft;
