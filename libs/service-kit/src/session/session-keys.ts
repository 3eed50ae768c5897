/** How long a service may use a cached session without asking auth-tenancy, ms. */
export const SESSION_MS = 3_000;

export const sessionKey = (sid: string, usuario_id: number, ver: number): string =>
  `sesion:{${sid}}:${usuario_id}.${ver}`;
/** Changed when this one session ends. */
export const sidGuard = (sid: string): string => `sesion:{${sid}}:guarda`;
/** Changed when all sessions of the usuario end. */
export const usuarioGuard = (usuario_id: number): string => `sesiones:{u${usuario_id}}:guarda`;

/** A program's token by the SHA-256 of its text, hex. Named like a session: the services' Redis users reach these keys. */
export const tokenKey = (hash: string): string => `sesion:{token.${hash}}:token.1`;
/** Changed when this token ends. */
export const tokenGuard = (hash: string): string => sidGuard(`token.${hash}`);
