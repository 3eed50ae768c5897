export * from './decoded.js';
export * from './dialects/codecs.js';
export * from './dialects/dialect.js';
export { fieldsOf } from './dialects/fields.js';
export type { Probes } from './dialects/probes.js';
export * from './control.js';
export * from './messages.js';
export * from './telemetry.js';
export * from './topics.js';
