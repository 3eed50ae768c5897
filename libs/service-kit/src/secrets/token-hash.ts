import { createHash } from 'node:crypto';

/** What is stored of a token that its holder alone knows: SHA-256, hex. A token is random, so that no salt and no slow hash is wanted. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
