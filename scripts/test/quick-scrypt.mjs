import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

// A password takes 130 ms of processor time to hash and as long to check, which was up to two thirds of what a test of
// the dashboard's server takes. In tests, the same function does 131,072 times less work.

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2, r: 1 }, done);
syncBuiltinESMExports();
