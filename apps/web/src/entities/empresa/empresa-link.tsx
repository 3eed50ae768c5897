import { TextLink } from '../../components/text-link.js';
import { readUsuario } from '../../lib/session.js';
import { empresaAddress } from '../addresses.js';

interface Props {
  id: number | null;
  /** Empty until it is known. */
  nombre: string;
}

/** The name of a company, for an admin_global a link to its page: others have one company and need no way to it. */
export const EmpresaLink = ({ id, nombre }: Props) =>
  id !== null && nombre !== '' && readUsuario()?.rol === 'admin_global' ? (
    <TextLink to={empresaAddress(id)}>{nombre}</TextLink>
  ) : (
    <>{nombre}</>
  );
