import type { OutboxEvent } from '@acequia/bus';
import type { UsuarioEntity } from './usuario.entity.js';

/** What other services keep of the person goes with it: the Telegram account, the browsers, the channels. */
export const usuarioDeleted = ({ id, version }: UsuarioEntity): OutboxEvent<'usuario.eliminado'> => ({
  entidad: `usuario:${id}`,
  rev: version + 1,
  data: { id },
});
