// `npm test`: the same way in as every other command.
process.argv.splice(2, 0, "test");
await import("./start.mjs");
