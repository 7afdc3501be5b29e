'use strict';

// Old Node versions must be able to read this file, so it keeps to the syntax of 2009.
var versions = require('./node-versions.json');

var major = Number(process.versions.node.split('.')[0]);
if (major < versions.oldest) {
  console.error(
    'Node ' +
      versions.needed +
      ' or later is needed; this is Node ' +
      process.versions.node +
      '. Get it from https://nodejs.org. (From Node ' +
      versions.oldest +
      ' on, the commands bring their own.)',
  );
  process.exit(1);
}
require('./run-in-workspace.cjs');
