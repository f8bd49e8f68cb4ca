import { serveEmbedded as serve } from "@/lib/server/upstream";

export { serve as GET, serve as HEAD };
