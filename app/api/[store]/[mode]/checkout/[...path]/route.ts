import { createProxy } from "@/lib/server/proxy";

const handler = createProxy("checkout");

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
