import "@/lib/server/registrations";
import { partnerActs } from "@/lib/server/partners/sign-in";
import { serveActs } from "@/lib/server/people/auth-library";

const handler = serveActs(partnerActs);

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
