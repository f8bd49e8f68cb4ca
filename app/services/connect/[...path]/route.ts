import { serveEmbedded as serve } from "@/lib/server/upstream";

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
