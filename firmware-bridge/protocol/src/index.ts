export * from './decoded.js';
export * from './messages.js';
export * from './telemetry.js';
export * from './topics.js';
