import { SwitchDialog } from '../../../entities/switch/switch-dialog.js';
import { useSwitchesOfPanel } from '../../../entities/switch/use-live-switches.js';
import { neverCame } from '../../../lib/http/query-client.js';

interface Props {
  empresaId: number;
  switchId: number;
  /** Title until the switch has been read. */
  title: string;
  onClose: () => void;
}

/** The dialog of the switch that an alarm is about. */
export function Operate({ empresaId, switchId, title, onClose }: Props) {
  const switches = useSwitchesOfPanel(empresaId);
  const sw = switches.data?.find(({ id }) => id === switchId);
  return (
    <SwitchDialog
      title={sw ? `${sw.zona} - ${sw.nombre}` : title}
      sw={sw}
      failure={neverCame(switches) || (switches.data !== undefined && !sw)}
      comandos={`/comandos?empresa=${empresaId}&switch=${switchId}`}
      onClose={onClose}
    />
  );
}
