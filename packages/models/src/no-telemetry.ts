/**
 * Since 1.29 the ONNX runtime writes a device id into the home folder and reports sessions to its vendor. It reads this
 * variable when its first session opens, and gives no other way out. A worker thread's environment is a copy that the
 * runtime does not see, so the main thread must load this module too.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';
