/** The operators that the converter knows, by their number in TensorFlow's public schema. */
export const OPERATOR_NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'ADD'],
  [2, 'CONCATENATION'],
  [3, 'CONV_2D'],
  [4, 'DEPTHWISE_CONV_2D'],
  [6, 'DEQUANTIZE'],
  [14, 'LOGISTIC'],
  [17, 'MAX_POOL_2D'],
  [19, 'RELU'],
  [21, 'RELU6'],
  [22, 'RESHAPE'],
  [23, 'RESIZE_BILINEAR'],
  [34, 'PAD'],
]);
