import "@/lib/server/registrations";
import { serveDesk } from "@/lib/server/desk/serve";

export { serveDesk as DELETE, serveDesk as GET, serveDesk as PATCH, serveDesk as POST, serveDesk as PUT };
