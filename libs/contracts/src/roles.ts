// Apart from the schemas, so that a browser can load this without zod.

/** Does a person count toward their company's limit of users? It counts whom the company sees: not an admin_global. */
export const takesPlace = ({ rol }: { rol: 'usuario' | 'admin_empresa' | 'admin_global' }): boolean =>
  rol !== 'admin_global';
