import { serveEmbedded as serve } from "@/lib/server/wire/upstream";

export { serve as GET, serve as HEAD };
