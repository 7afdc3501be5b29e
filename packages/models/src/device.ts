/** The execution providers of ONNX Runtime that are supported. */
export const DEVICES = ['cpu', 'cuda'] as const;
export type Device = (typeof DEVICES)[number];
