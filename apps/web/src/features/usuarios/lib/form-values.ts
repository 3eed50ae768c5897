import type { Usuario, UsuarioSave } from '@acequia/contracts';

/** What the form starts from. `propia` is the company of an admin_empresa, whom every user they save belongs to. */
export const valuesOf = (usuario: Usuario | null, own: number | null): UsuarioSave => ({
  nombre: usuario?.nombre ?? '',
  email: usuario?.email ?? '',
  // Blank keeps the stored one.
  password: '',
  rol: usuario?.rol ?? 'usuario',
  empresa_id: own ?? usuario?.empresa_id ?? null,
  dispositivos: usuario?.dispositivos_asignados.map(({ id }) => id) ?? [],
  switches: usuario?.switches_asignados.map(({ id }) => id) ?? [],
  activo: usuario?.activo ?? 1,
  version: usuario?.version,
});
