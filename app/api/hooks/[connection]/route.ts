import { receive } from "@/lib/server/desk/live/receive";

export const POST = async (request: Request, route: { params: Promise<{ connection: string }> }) =>
  receive(request, (await route.params).connection);
