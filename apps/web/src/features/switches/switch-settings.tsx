import type { Switch } from '@acequia/contracts';
import { InDrawer } from '../../components/form/in-drawer.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { PanelDialog } from './components/panel-dialog.js';

interface Props {
  one: Switch;
  /** All switches of its company. */
  switches: readonly Switch[];
  onClose: () => void;
  onDeleted: () => void;
}

/** The form of a switch, beside its page. */
export function SwitchSettings({ one, switches, onClose, onDeleted }: Props) {
  const empresa = useEmpresaOptions().data?.find(({ id }) => id === one.empresa_id);
  const placas = usePlacas();
  return (
    <InDrawer value>
      <PanelDialog
        one={one}
        saved={one}
        empresa={empresa ?? { id: one.empresa_id, nombre: '' }}
        switches={switches}
        placas={placas.data}
        onClose={onClose}
        onDeleted={onDeleted}
      />
    </InDrawer>
  );
}
