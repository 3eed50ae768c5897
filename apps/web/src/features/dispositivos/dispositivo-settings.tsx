import type { Dispositivo } from '@acequia/contracts';
import { InDrawer } from '../../components/form/in-drawer.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { readUsuario } from '../../lib/session.js';
import { DispositivoDialog } from './components/dispositivo-dialog.js';

interface Props {
  one: Dispositivo;
  onClose: () => void;
  onDeleted: () => void;
}

/** The form of a device, beside its page. */
export function DispositivoSettings({ one, onClose, onDeleted }: Props) {
  const empresas = useEmpresaOptions();
  return (
    <InDrawer value>
      <DispositivoDialog
        dispositivo={one}
        saved={one}
        empresas={empresas.data ?? []}
        fixedEmpresa={readUsuario()?.empresa_id ?? null}
        onClose={onClose}
        onDeleted={onDeleted}
      />
    </InDrawer>
  );
}
