import "@/lib/server/registrations";

export {
  servePartner as DELETE,
  servePartner as GET,
  servePartner as PATCH,
  servePartner as POST,
  servePartner as PUT,
} from "@/lib/server/partners/serve";
