import { embeddedServices } from "@/lib/server/embedded";

const handler = (request: Request) => embeddedServices().fetch(request);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
