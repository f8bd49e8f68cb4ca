import { serveLive } from "@/lib/server/live/stream";
import type { StoreRoute } from "@/lib/server/proxy";

export const GET = (request: Request, route: StoreRoute) => serveLive(request, route);
