import { randomUUID } from 'node:crypto';
import { rawRequest } from '../support/raw-connection.js';
import { hold, type Attacker } from './attackers.js';

const PARAMETERS = 4_422;
const LIST_OF_PARAMETERS = Array.from({ length: PARAMETERS }, (_, at) => at.toString(36)).join('&');
const RANGES_AT_ONCE = 24;
const MESSAGES_AT_ONCE = 60;

/** Requests that cost their sender nothing. */
export const CHEAP_REQUESTS: Attacker[] = [
  {
    name: 'ranges of credited files',
    pauseMs: 500,
    round: ({ port, creditedPath }) =>
      hold(port, RANGES_AT_ONCE, 1_000, (connection) => {
        for (const method of ['GET', 'HEAD'])
          connection.send(rawRequest({ method, path: creditedPath, headers: { Range: 'bytes=0-0' } }));
      }),
  },
  {
    name: 'thousands of parameters',
    pauseMs: 500,
    round: ({ port, key }) =>
      hold(port, 5, 500, (connection) =>
        connection.send(
          rawRequest({ path: `/v1/search?${LIST_OF_PARAMETERS}`, headers: { 'X-API-Key': key } }),
        ),
      ),
  },
  {
    name: 'messages of agents that call nothing',
    pauseMs: 500,
    round: ({ port, key }) =>
      hold(port, MESSAGES_AT_ONCE, 1_000, (connection) =>
        connection.send(
          rawRequest({
            method: 'POST',
            path: '/mcp',
            headers: { 'X-API-Key': key, Accept: 'application/json, text/event-stream' },
            body: JSON.stringify({
              jsonrpc: '2.0',
              id: 1,
              method: 'resources/read',
              params: { uri: `none:${randomUUID()}` },
            }),
          }),
        ),
      ),
  },
];
