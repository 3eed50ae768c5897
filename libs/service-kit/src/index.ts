export { auditTrailColumns, readAuditTrail } from './audit/read-audit-trail.js';
export { type AuditEntry, type AuditPortrait, writeAuditTrail } from './audit/write-audit-trail.js';
export { busParts } from './bus-parts.js';
export { baseEnv, listenHosts, loadEnv, textsByName, type BaseEnv } from './config/env.js';
export { DatabaseModule } from './database/database.module.js';
export type { DatabaseOptions } from './database/database.options.js';
export { mapDatabaseErrors, translateDatabaseError } from './database/database-errors.js';
export { retryDeadlock, sqlStateOf } from './database/deadlock.js';
export { keepOrUndo } from './database/keep-or-undo.js';
export { replicaDataSource } from './database/open-data-source.js';
export { VersionedEntity } from './database/versioned.entity.js';
export { Every, EveryRunner } from './every.js';
export { clientAddress } from './http/client-address.js';
export { HealthService, type HealthCheck } from './http/health.service.js';
export { ImportLines } from './import/import-lines.js';
export { KitModule, type KitOptions } from './kit.module.js';
export { FairQueue, type Requester } from './limits/fair-queue.js';
export { createLogger, type Logger, type LoggerOptions } from './logger/logger.js';
export {
  readAllowed,
  normalizeServer,
  RELAY_CLOUD_ALLOWED_HOSTS,
  type AllowedServer,
} from './relay-cloud/server-address.js';
export { inNetworks, isNetwork, networks } from './http/networks.js';
export { AddressNotAllowed, isPublic, publicLookup, type Resolver, resolveWithSystem } from './http/public-address.js';
export { listenOn } from './http/listen-on.js';
export { TlsFiles, type TlsPair } from './http/tls-files.js';
export { runService, type ServiceOptions } from './run-service.js';
export { backOff, retry, type RetryAfter } from './retry.js';
export { Recurring } from './recurring.js';
export { acceptedKeys, deriveKey } from './secrets/derive-key.js';
export { keyPrint, provideResealer, Resealer, type SealedColumn } from './secrets/resealer.js';
export { SecretBox, SecretBoxError } from './secrets/secret-box.js';
export { signCaller, verifyCaller } from './secrets/signed-caller.js';
export { sameSecret } from './secrets/same-secret.js';
export { hashOfToken } from './secrets/token-hash.js';
export { GuardNews } from './session/guard-news.js';
export { GrantsReader } from './session/grants.reader.js';
export { GrantsWriter } from './session/grants.writer.js';
export { provideGrants } from './session/provide-grants.js';
export { SessionInvalidator } from './session/session.invalidator.js';
export { TokenReader } from './session/token.reader.js';
export { SessionReader, type SessionToVerify } from './session/session.reader.js';
export { type Columns, selected } from './tenancy/columns.js';
export { inPages } from './tenancy/page.js';
export {
  TenantRepository,
  type ScopedQuery,
  type TenantColumns,
  type TenantFind,
  type TenantWhere,
} from './tenancy/tenant.repository.js';
export { ENV, LOGGER, METRICS, REDIS_DURABLE, REDIS_VOLATILE } from './tokens.js';
export { beginSpan, inSpan, redactUrl } from './trace/spans.js';
export { newTraceId, TRACE, traceIdFrom, type Trace } from './trace/trace.js';
export { copyOf, hasReplicas, type RedisClient } from './redis/redis.js';
export { READINGS_SHARDS, readingsShards } from './redis/readings-shards.js';
export { requestedEmpresa, requireAdmin, requireEmpresa, requireGlobal, requirePerson } from './tenancy/access.js';
export { dayIn, isPastDay } from './calendar.js';
