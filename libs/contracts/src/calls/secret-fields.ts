/**
 * Fields of a call's request that are secrets: the bus seals them, because a Redis with an append-only file writes every call
 * to disk. They are matched by name at the top level of the request, so that a new call cannot forget to declare them.
 */
export const SECRET_FIELDS = ['password', 'actual', 'nueva', 'auth_key', 'token_telegram', 'codigo'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];
