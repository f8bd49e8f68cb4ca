import { serveEmbedded as serve } from "@/lib/server/embedded";

export { serve as GET, serve as HEAD };
