import { createProxy } from "@/lib/server/proxy";

const handler = createProxy("affiliate");

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
