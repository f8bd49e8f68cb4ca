// `npm test` uses the same entry as every other command.
process.argv.splice(2, 0, "test");
await import("./start.mjs");
