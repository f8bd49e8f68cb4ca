import { serveLive } from "@/lib/server/memory/live/stream";
import type { StoreRoute } from "@/lib/server/wire/proxy";

export const GET = (request: Request, route: StoreRoute) => serveLive(request, route);
