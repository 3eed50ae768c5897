import type { Usuario, UsuarioSave } from '@acequia/contracts';

/** Initial values of the form. `own` is the company of an admin_empresa, to which all users that they save belong. */
export const valuesOf = (usuario: Usuario | null, own: number | null): UsuarioSave => ({
  nombre: usuario?.nombre ?? '',
  email: usuario?.email ?? '',
  // Empty keeps the stored password.
  password: '',
  rol: usuario?.rol ?? 'usuario',
  empresa_id: own ?? usuario?.empresa_id ?? null,
  dispositivos: usuario?.dispositivos_asignados.map(({ id }) => id) ?? [],
  switches: usuario?.switches_asignados.map(({ id }) => id) ?? [],
  activo: usuario?.activo ?? 1,
  version: usuario?.version,
});
