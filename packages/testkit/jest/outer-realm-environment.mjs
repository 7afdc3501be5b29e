import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

// The sandbox's environment is a copy that native code does not see.
process.env['ORT_DISABLE_TELEMETRY'] = '1';

const OUTER_CONSTRUCTORS = [
  ArrayBuffer,
  SharedArrayBuffer,
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];

/**
 * Jest's sandbox has its own binary constructors, so a native add-on's `instanceof Float32Array`
 * fails inside it. This environment hands the process's own constructors to the sandbox.
 */
export default class OuterRealmEnvironment extends TestEnvironment {
  constructor(...settings) {
    const { createContext } = vm;
    // Jest's own context asks a proxy for every use of a global such as `Math`, which costs loops over pixels most of their
    // time.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...settings);
    } finally {
      vm.createContext = createContext;
    }
  }

  async setup() {
    await super.setup();
    for (const constructor of OUTER_CONSTRUCTORS) this.global[constructor.name] = constructor;
  }
}
