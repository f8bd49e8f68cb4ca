const { Module } = require("@medusajs/framework/utils");
const service = require("./service");

module.exports = { default: Module("cartwright", { service }) };
