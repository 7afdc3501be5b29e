import './no-telemetry.js';

/** The ONNX runtime with its telemetry off. No other module may import the runtime. */
export { InferenceSession, Tensor } from 'onnxruntime-node';
