// The package brings no types, and those that others made bring a whole framework's.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";
  import type { BrotliOptions } from "node:zlib";

  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  export default function compression(options?: { brotli?: BrotliOptions }): Middleware;
}
