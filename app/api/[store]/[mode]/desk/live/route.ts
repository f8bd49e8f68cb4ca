import { serveLive } from "@/lib/server/desk/live/stream";
import type { StoreRoute } from "@/lib/server/wire/http";

export const GET = (request: Request, route: StoreRoute) => serveLive(request, route);
