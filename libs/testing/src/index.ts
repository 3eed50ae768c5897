export { ApiClient, ApiFailure, freePort, requireBrowser, waitUntil, type RouteInput } from '@acequia/local';
export { Balancer } from './balancer.js';
export { eventually, until } from './eventually.js';
export {
  connectBoard,
  Farm,
  PASSWORD,
  publishTelemetry,
  sendTelemetry,
  untilSentPoints,
  RELAY_PINS,
  SENSOR_PIN,
  type FarmOptions,
  type Person,
} from './farm.js';
export { dockerAnswers, startPostgresContainer } from './containers.js';
export { expectStored } from './ledger/expect-stored.js';
export { Ledger } from './ledger/ledger.js';
export { OwedValues } from './ledger/owed-values.js';
export { manySwitches, type ManySwitches } from './big-farm.js';
export { RedisCluster, type RedisClusterOptions } from './redis-cluster.js';
export { RedisSentinels } from './redis-sentinels.js';
export { RedisServer, type RedisServerOptions } from './redis-server.js';
export { ADMIN, startAcequia, type AcequiaOptions, type RunningAcequia } from './running-acequia.js';
export { sharedAcequia, sharedWithStandIns, type SharedAcequia } from './shared-acequia.js';
export { TcpProxy } from './tcp-proxy.js';
export { testDatabase, type TestDatabase } from './test-database.js';
export { TEST_SECRET_KEY, testEnv } from './test-env.js';
export { truncate } from './truncate.js';
export { clockAt, zoneAt } from './zone-at.js';
