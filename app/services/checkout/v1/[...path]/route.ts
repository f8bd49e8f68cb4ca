import { serveEmbedded as serve } from "@/lib/server/wire/upstream";

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
