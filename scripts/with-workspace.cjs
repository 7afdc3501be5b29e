'use strict';

// Old Node versions must be able to read this file, so it keeps to the syntax of 2009.
var NODE_MIN = [20, 19];

/** What to tell a person whose Node version is too old; undefined for a version that works. */
function complaintAbout(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  var minor = Number(parts[1]);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return undefined;
  return (
    'Node ' +
    NODE_MIN.join('.') +
    ' or later is needed; this is Node ' +
    version +
    '. Get it from https://nodejs.org'
  );
}

var complaint = complaintAbout(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
require('./run-in-workspace.cjs');
