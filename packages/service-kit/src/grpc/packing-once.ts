/** The same packing, done once for each object for as long as that lives. */
export function packingOnce<Value extends object>(pack: (value: Value) => Buffer): (value: Value) => Buffer {
  const known = new WeakMap<Value, Buffer>();
  return (value) => {
    let packed = known.get(value);
    if (packed === undefined) {
      packed = pack(value);
      known.set(value, packed);
    }
    return packed;
  };
}
