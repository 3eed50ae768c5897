import JSDOMEnvironment from 'jest-environment-jsdom';

/** What a browser has and jsdom lacks: Node's own implementation of it. */
const FROM_NODE = [
  ...['Response', 'Headers', 'Request', 'AbortSignal', 'AbortController'],
  ...['structuredClone', 'TextEncoder', 'TextDecoder'],
];

/** jsdom with Node's fetch types. Nothing is laid out: what depends on sizes belongs to the browser suite. */
export default class ComponentEnvironment extends JSDOMEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
  }
}
