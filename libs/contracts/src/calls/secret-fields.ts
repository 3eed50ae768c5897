/**
 * Fields of a call's request that are secrets: the bus seals them, because a Redis that keeps an append-only file writes every
 * call to a disk. By name and at the top level of the request, so that a new call need not remember to say so.
 */
export const SECRET_FIELDS = ['password', 'actual', 'nueva', 'auth_key', 'token_telegram'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];
