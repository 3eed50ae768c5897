import type { Usuario, UsuarioGuardar } from '@acequia/contracts';
import type { UseFormReturn } from 'react-hook-form';
import { Conflicto } from '../../../components/formulario/conflicto.js';
import { useEmpresasSeleccion } from '../../../lib/empresas-seleccion.js';
import { valoresDe } from '../lib/valores.js';
import { textos } from '../textos.js';

interface Props {
  form: UseFormReturn<UsuarioGuardar>;
  guardado: Usuario;
  onTomarActuales: () => void;
  onGuardarMios: () => void;
}

// The password never comes back: there is nothing to compare.
const { password: _secreta, ...COMPARABLES } = textos.campos;

export function ConflictoDeUsuario({ form, guardado, onTomarActuales, onGuardarMios }: Props) {
  const { data: empresas = [] } = useEmpresasSeleccion();
  const mios = form.getValues();
  return (
    <Conflicto
      mios={mios}
      actuales={valoresDe(guardado, null)}
      campos={COMPARABLES}
      comoTexto={{
        empresa_id: (id) => empresas.find((empresa) => empresa.id === id)?.nombre ?? guardado.empresa_nombre ?? '',
        activo: (activo) => (activo === 1 ? 'Sí' : 'No'),
      }}
      onTomarActuales={onTomarActuales}
      onGuardarMios={onGuardarMios}
    />
  );
}
