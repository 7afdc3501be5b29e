'use strict';

// Old Node versions must be able to read this file and `node-version.cjs`, so both keep to the syntax of 2009.
var complaint = require('./node-version.cjs').complaintAbout(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
require('./run-in-workspace.cjs');
