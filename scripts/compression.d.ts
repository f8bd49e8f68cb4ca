// The package has no types, and the published ones depend on a whole framework's.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  export default function compression(options?: { brotli?: BrotliOptions }): Middleware;
}
