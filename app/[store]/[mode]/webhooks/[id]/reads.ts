/** What the dashboard noted of one endpoint, asked for alike on the server and in the browser. */
export const lookUp = (id: string) => ({ params: { kind: "webhook_endpoint" as const }, body: { ids: [id] } });
