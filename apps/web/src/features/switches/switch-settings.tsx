import type { Switch } from '@acequia/contracts';
import { InDrawer } from '../../components/form/in-drawer.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { neverCame } from '../../lib/http/query-client.js';
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
  const empresas = useEmpresaOptions();
  const empresa = empresas.data?.find(({ id }) => id === one.empresa_id);
  const placas = usePlacas();
  // The form keeps the company that it opens with.
  if (!empresas.data && !neverCame(empresas)) return null;
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
