// Loaded before a service: it never sends the answer to a request with the header x-hold-answer, and writes it to stderr
// instead, so that a test can end the process between a change and its answer.
const { ServerResponse } = require('node:http');

const { end, write, writeHead } = ServerResponse.prototype;
const isHeld = (response) => response.req?.headers['x-hold-answer'] !== undefined;

ServerResponse.prototype.writeHead = function (...given) {
  return isHeld(this) ? this : writeHead.apply(this, given);
};
ServerResponse.prototype.write = function (...given) {
  return isHeld(this) ? true : write.apply(this, given);
};
ServerResponse.prototype.end = function (...given) {
  if (!isHeld(this)) return end.apply(this, given);
  process.stderr.write(`answer held: ${given[0]}\n`);
  return this;
};
