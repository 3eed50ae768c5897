/** Injection tokens of KitModule. */
/** The app's validated environment ({@link BaseEnv} and its own variables). */
export const ENV = Symbol('ENV');
/** pino Logger. */
export const LOGGER = Symbol('LOGGER');
/** prom-client Registry behind /metrics. */
export const METRICS = Symbol('METRICS');
/** ioredis on REDIS_URL. */
export const REDIS_DURABLE = Symbol('REDIS_DURABLE');
/** ioredis on REDIS_VOLATILE_URL (the same connection when both are one server). */
export const REDIS_VOLATILE = Symbol('REDIS_VOLATILE');
