import { cors } from "hono/cors";

/** Lets pages of any origin call the API. Keys are sent in a header, never in a cookie. */
export const shopCors = () =>
  cors({
    origin: "*",
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Authorization", "Content-Type", "X-API-Key"],
    exposeHeaders: ["Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"],
    maxAge: 86_400,
  });
