import type { Aviso } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { isOpenAviso } from './aviso-list.js';
import { UsuarioLink } from '../usuario/usuario-link.js';
import { readUsuario } from '../../lib/session.js';
import { texts } from './textos.js';

export const isMine = ({ encargado_id = null }: Aviso): boolean =>
  encargado_id !== null && encargado_id === readUsuario()?.id;

/** Who has taken charge of an alarm; nothing where nobody has. */
export function Assignee({ aviso }: { aviso: Aviso }) {
  const { encargado = null, encargado_id = null } = aviso;
  if (encargado === null) return null;
  if (isMine(aviso) && isOpenAviso(aviso)) return <chakra.span fontWeight="600">{texts.assign.yours}</chakra.span>;
  return (
    <chakra.span overflowWrap="anywhere">
      {isOpenAviso(aviso) ? texts.assign.has : texts.assign.had} <UsuarioLink id={encargado_id} nombre={encargado} />
    </chakra.span>
  );
}
