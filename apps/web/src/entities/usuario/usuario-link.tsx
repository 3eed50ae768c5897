import { TextLink } from '../../components/text-link.js';
import { readUsuario } from '../../lib/session.js';
import { usuarioAddress } from '../addresses.js';

interface Props {
  /** Null = a service, not a person. */
  id: number | null;
  nombre: string;
}

/**
 * The name of a person, for an administrator a link to their page. The address names no company: the person may be an administrator
 * of none, and the list of all companies holds everybody.
 */
export const UsuarioLink = ({ id, nombre }: Props) =>
  id === null || readUsuario()?.rol === 'usuario' ? (
    <>{nombre}</>
  ) : (
    <TextLink to={usuarioAddress({ id, empresa_id: null })}>{nombre}</TextLink>
  );
