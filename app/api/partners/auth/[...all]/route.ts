import { serveActs } from "@/lib/server/library";
import { partnerActs } from "@/lib/server/partners/sign-in";

const handler = serveActs(partnerActs);

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
