#!/usr/bin/env node
// A file of the sources, so that an installation finds it before anything is built.
import '../dist/main.js';
