import type { Usuario, UsuarioGuardar } from '@acequia/contracts';
import { Conflicto } from '../../../components/form/conflict.js';
import type { Edicion } from '../../../components/form/use-edit.js';
import { useEmpresasSeleccion } from '../../../entities/empresa/empresa-options.js';
import { siNo } from '../../../lib/format/format.js';
import { valoresDe } from '../lib/form-values.js';
import { textos } from '../textos.js';

interface Props {
  edicion: Edicion<UsuarioGuardar>;
  guardado: Usuario;
  /** The company of an admin_empresa. */
  propia: number | null;
  enviar: () => Promise<unknown>;
}

// The password never comes back: there is nothing to compare.
const { password: _secreta, ...COMPARABLES } = textos.campos;

export function ConflictoDeUsuario({ edicion, guardado, propia, enviar }: Props) {
  const { data: empresas = [] } = useEmpresasSeleccion();
  return (
    <Conflicto
      edicion={edicion}
      guardado={valoresDe(guardado, propia)}
      enviar={enviar}
      campos={COMPARABLES}
      comoTexto={{
        empresa_id: (id) => empresas.find((empresa) => empresa.id === id)?.nombre ?? guardado.empresa_nombre ?? '',
        activo: siNo,
      }}
    />
  );
}
