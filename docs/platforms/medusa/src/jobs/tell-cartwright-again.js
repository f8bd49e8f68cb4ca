const { send } = require("../lib/tell");

/** Younger reports may be on their way. */
const pauseMs = 20_000;

exports.default = async function tellAgain(container) {
  const before = new Date(Date.now() - pauseMs);
  const reports = await container
    .resolve("cartwright")
    .listCartwrightReports({ created_at: { $lt: before } }, { order: { created_at: "ASC" }, take: 100 });
  for (const report of reports) if (!(await send(container, report))) return;
};

exports.config = { name: "tell-cartwright-again", schedule: { interval: pauseMs } };
