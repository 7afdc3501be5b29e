'use strict';
const { createServer } = require('node:net');

const DEFAULT_PORT = 8080;

/** Why nothing can listen on PORT, in words for the person who starts the stack; undefined when it is free. */
exports.complaintAboutPort = async function complaintAboutPort(env) {
  const port = Number(env.PORT || DEFAULT_PORT);
  const host = env.HOST || '127.0.0.1';
  // The stack names a bad value itself.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined;
  const code = await failureToListen(port, host);
  const command = `PORT=${port + 1 > 65_535 ? DEFAULT_PORT : port + 1} npm ${npmWordsOf(env)}`;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another one: ${command}`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose another one: ${command}`;
  return undefined;
};

function failureToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function npmWordsOf({ npm_lifecycle_event: script = 'start' }) {
  return script === 'start' ? 'start' : `run ${script}`;
}
