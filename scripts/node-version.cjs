'use strict';

var NODE_MIN = [20, 19];

/** What to tell a person whose Node version is too old; undefined for a version that works. */
exports.complaintAbout = function (version) {
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
};
