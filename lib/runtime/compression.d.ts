// The package has no types, and the published types depend on those of a whole framework.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  export default function compression(options?: { brotli?: BrotliOptions }): Middleware;
}
