import { serveDecoder } from './channel.js';
import { open } from './open.js';

/** The process that opens files from outside, one after another, and can be killed. */
await serveDecoder(open);
