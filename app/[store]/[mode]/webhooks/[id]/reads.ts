export const lookUp = (id: string) => ({ params: { kind: "webhook_endpoint" as const }, body: { ids: [id] } });
